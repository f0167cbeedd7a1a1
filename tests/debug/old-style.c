/* gdb
   > break here
   > continue
   > print a
   $1 = 1
   > print b
   $2 = 98 'b'
   > print c
   $3 = 2.5
   > info args
   a = 1
   b = 98 'b'
   c = 2.5
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
