/* gdb
   > break here
   > continue
   > print squares
   > print squares[2]
   > print n
   > print sizeof (squares)
   > whatis squares
   > print grid[1][0]
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
