/* gdb
   > break half
   > continue
   > finish
   > break name
   > continue
   > print n
   $2 = 1
   > break here
   > continue
   > print d
   $3 = 2.5
   > print s[0]
   $4 = 115 's'
*/
static double half (double d)
{
  return d / 2;
}
static const char *name (int n)
{
  return n ? "some" : "none";
}
int main (void)
{
  double d = half (5);
  const char *s = name (1);
  return d > 2 && s[0] == 's'; /* here */
}
