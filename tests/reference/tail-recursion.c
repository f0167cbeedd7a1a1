/* Recursion at the end becomes a loop, with an accumulator where something is still added. */
int
gcd (int a, int b)
{
  if (b == 0)
    return a;
  return gcd (b, a % b);
}

int
sum (const int *p, int n)
{
  if (n == 0)
    return 0;
  return *p + sum (p + 1, n - 1);
}

int
power (int x, int n)
{
  return n == 0 ? 1 : x * power (x, n - 1);
}
