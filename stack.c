/* gdb
   > break bottom
   > continue
   > print n
   > up
   > print n
   > up
   > print n
   > up
   > print n
   > bt 3
   > tbreak after
   > continue
   > print result
*/
static int factorial (int n)
{
  if (n < 2)
    return 1; /* bottom */
  return n * factorial (n - 1);
}
int main (void)
{
  int result = factorial (4);
  return result == 24; /* after */
}
