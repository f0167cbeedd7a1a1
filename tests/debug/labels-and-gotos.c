/* gdb
   > break here
   > break end
   > tbreak main:again
   Temporary breakpoint 3 at 0xADDR: file labels-and-gotos.c, line 21.
   > continue
   > print n
   $1 = 0
   > continue
   > print found
   $2 = 6
   > print n
   $3 = 3
   > continue
   > print n
   $4 = 9
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
