/* gdb
   > break main
   > continue
   > next
   > print a
   $1 = 1
   > step
   > next
   > print doubled
   $2 = 2
   > finish
   > next
   > print b
   $4 = 2
   > next
   > print c
   $5 = 3
*/
static int twice (int n)
{
  int doubled = 2 * n;
  return doubled;
}
int main (void)
{
  int a = 1;
  int b = twice (a);
  int c = b + a;
  return c;
}
