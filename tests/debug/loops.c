/* gdb
   > break in loop
   > break in do
   > break end
   > continue
   > print n
   $1 = 3
   > continue
   > print sum
   $2 = 3
   > continue
   > print n
   $3 = 1
   > continue
   > print sum
   $4 = 6
   > continue
   > print sum
   $5 = 106
   > info locals
   sum = 106
   n = 0
*/
int main (void)
{
  int sum = 0;
  int n = 3;
  while (n > 0)
    {
      sum += n; /* in loop */
      n--;
    }
  do
    sum += 100; /* in do */
  while (sum < 200);
  return sum; /* end */
}
