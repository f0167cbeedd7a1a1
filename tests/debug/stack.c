/* gdb
   > break bottom
   > continue
   > print n
   $1 = 1
   > up
   > print n
   $2 = 2
   > up
   > print n
   $3 = 3
   > up
   > print n
   $4 = 4
   > bt 3
   #0  factorial (n=1) at stack.c:27
   #1  0xADDR in factorial (n=2) at stack.c:28
   #2  0xADDR in factorial (n=3) at stack.c:28
   > tbreak after
   > continue
   > print result
   $5 = 24
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
