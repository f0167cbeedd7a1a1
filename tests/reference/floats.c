/* float and double, conversions. */
double
mean (const double *v, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s / n;
}

float scale (float x, int k) { return x * k + 1.5f; }
int round_down (double d) { return (int) d; }
unsigned long big (float f) { return (unsigned long) f; }
double widen (float f, unsigned u) { return f + u; }
int compare (double a, double b) { return a < b || a != a; }
float negate (float f) { return -f; }
