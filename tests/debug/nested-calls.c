/* gdb
   > break here
   > continue
   > info args
   a = 4
   b = 3
   > up
   > info args
   a = 3
   > info locals
   own = 4
   > up
   > print length
   $1 = 3
   > print s[1]
   $2 = 98 'b'
   > up
   > print argc
   $3 = 1
   > down
   > print length
   $4 = 3
*/
static int inner (int a, int b)
{
  return a * b; /* here */
}
static int middle (int a)
{
  int own = a + 1;
  return inner (own, a) + 1;
}
static int outer (const char *s)
{
  int length = 0;
  while (s[length])
    length++;
  return middle (length);
}
int main (int argc, char **argv)
{
  return outer ("abc") == 13;
}
