/* gdb
   > break second
   > break third
   > break second again
   > break loop
   > break first
   > continue
   > print x
   $1 = 2
   > continue
   > print x
   $2 = 3
   > print y
   $3 = 4
   > info locals
   x = 3
   y = 4
   x = 2
   x = 1
   > continue
   > print x
   $4 = 2
   > continue
   > print x
   $5 = 97 'a'
   > print i
   $6 = 0
   > info locals
   x = 97 'a'
   i = 0
   x = 1
   > continue
   > print i
   $7 = 1
   > print x
   $8 = 98 'b'
   > continue
   > print x
   $9 = 1
   > info locals
   x = 1
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
