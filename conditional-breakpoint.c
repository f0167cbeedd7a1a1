/* gdb
   > break here if n == 16
   > continue
   > print n
   > print steps
   > print n * steps + 1
*/
static int collatz (int n)
{
  int steps = 0;
  while (n != 1)
    {
      n = n % 2 ? 3 * n + 1 : n / 2;
      steps++; /* here */
    }
  return steps;
}
int main (void)
{
  return collatz (6);
}
