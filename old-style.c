/* gdb
   > break here
   > continue
   > print a
   > print b
   > print c
   > info args
   > up
*/
static int old (a, b, c)
     int a;
     char b;
     float c;
{
  return a + b + (int) c; /* here */
}
int main ()
{
  return old (1, 'b', 2.5);
}
