/* gdb
   > break here if n == 16
   > continue
   > print n
   $1 = 16
   > print steps
   $2 = 3
   > print n * steps + 1
   $3 = 49
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
