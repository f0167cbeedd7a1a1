/* The argument of a function that may set errno is what such a function returned.  */
#include <math.h>
#include <stdio.h>

static __attribute__ ((noipa)) double root (double x) { return sqrt (sqrt (x)); }
static __attribute__ ((noipa)) double roots (double x) { return sqrt (log (sqrt (x))) + 1; }

int
main (void)
{
  static const double v[] = { 16, 0, -1, 1, 1e308, -1e-300, 0.5 };
  for (int i = 0; i < 7; i++)
    {
      double a = root (v[i]), b = roots (v[i]);
      printf ("%d %.6g %d %.6g\n", a != a, a == a ? a : 0, b != b, b == b ? b : 0);
    }
}
