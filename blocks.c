/* gdb
   > break second
   > break third
   > break second again
   > break loop
   > break first
   > continue
   > print x
   > continue
   > print x
   > print y
   > info locals
   > continue
   > print x
   > continue
   > print x
   > print i
   > info locals
   > continue
   > print i
   > print x
   > continue
   > print x
   > info locals
*/
int sink;
int main (void)
{
  int x = 1;
  {
    int x = 2;
    sink += x; /* second */
    {
      long x = 3, y = 4;
      sink += x + y; /* third */
    }
    sink += x; /* second again */
  }
  for (int i = 0; i < 2; i++)
    {
      char x = 'a' + i;
      sink += x; /* loop */
    }
  return x; /* first */
}
