/* gdb
   > break here
   > break end
   > continue
   > print found
   > print n
   > continue
   > print n
*/
int main (void)
{
  int n = 0;
again:
  n++;
  if (n < 3)
    goto again;
  if (n == 3)
    {
      int found = n * 2;
      if (found > 3) /* here */
        goto done;
      n = 0;
    }
done:
  return n; /* end */
}
