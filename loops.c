/* gdb
   > break in loop
   > break in do
   > break end
   > continue
   > print n
   > continue
   > print sum
   > continue
   > print n
   > continue
   > print sum
   > continue
   > print sum
   > info locals
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
