/* gdb
   > break main
   > continue
   > next
   > print a
   > step
   > next
   > print doubled
   > finish
   > next
   > print b
   > next
   > print c
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
