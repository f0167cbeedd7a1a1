/* gdb
   > break here
   > continue
   > print squares
   $1 = {0, 1, 4, 9}
   > print squares[2]
   $2 = 4
   > print n
   $3 = 4
   > print sizeof (squares)
   $4 = 16
   > whatis squares
   type = int [4]
   > print grid[1][0]
   $5 = 98 'b'
*/
static int fill (int n)
{
  int squares[n];
  char grid[n][2];
  for (int i = 0; i < n; i++)
    {
      squares[i] = i * i;
      grid[i][0] = 'a' + i;
      grid[i][1] = 'z';
    }
  return squares[n - 1] + grid[0][0]; /* here */
}
int main (void)
{
  return fill (4);
}
