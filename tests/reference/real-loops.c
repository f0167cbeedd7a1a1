/* Floating point keeps its order; what is constant in a loop leaves it. */
double
dot (const double *a, const double *b, int n)
{
  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

float
horner (float x)
{
  return ((2.0f * x + 1.0f) * x - 3.0f) * x;
}

double
root (double a, double x)
{
  for (int i = 0; i < 3; i++)
    x = (x + a / x) / 2;
  return x;
}

int
between (double x)
{
  return x >= 0.0 && x < 1.0;
}
