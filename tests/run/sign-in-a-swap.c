/* Where two values change places in a loop, the sign of one matters if that of the other does. */
#define N 9

__attribute__ ((noinline)) static void
swap (double x, double y, double *result)
{
  y = -y;
  for (int i = 0; i < N; i++)
    {
      double other = y;
      y = x;
      x = other;
      result[i] = i;
    }
  result[N] = y * y;
  result[N + 1] = x;
}

__attribute__ ((noinline)) static double
squares (double x, double y, int n)
{
  x = -x;
  y = -y;
  while (n-- > 0)
    {
      double other = y;
      y = x;
      x = other;
    }
  return x * x + 10 * (y * y);
}

int
main (void)
{
  double result[N + 2];
  swap (10, 20, result);
  __builtin_printf ("%g %g\n", result[N], result[N + 1]);
  __builtin_printf ("%g %g\n", squares (2, 3, 1), squares (2, 3, 2));
  return 0;
}
