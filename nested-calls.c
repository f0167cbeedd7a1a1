/* gdb
   > break here
   > continue
   > info args
   > up
   > info args
   > info locals
   > up
   > print length
   > print s[1]
   > up
   > print argc
   > down
   > print length
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
