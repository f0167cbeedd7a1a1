/* gdb
   > break here
   > break end
   > continue
   > print found
   $1 = 6
   > print n
   $2 = 3
   > continue
   > print n
   $3 = 9
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
      n += found; /* here */
    }
  return n; /* end */
}
