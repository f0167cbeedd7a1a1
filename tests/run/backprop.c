/* Signs that do not matter, and signs that do.  */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#define N __attribute__ ((noinline, noclone))

N double even (double x, double y) { double a = -x; return cos (a * y); }
N double odd (double x, double y) { double a = -x; return sin (a * y); }
N double arms (double x, int c) { double a; if (c) a = -x; else a = fabs (x); return fabs (a * 2); }
N double square (double x, int c) { double a = c ? -x : x; return a * a; }
N double cube (double x, int c) { double a = c ? -x : x; return a * a * a; }
N double loop (double x, int n) { double a = 1; for (int i = 0; i < n; i++) a = -a * x; return fabs (a); }
N double loop_signed (double x, int n) { double a = 1; for (int i = 0; i < n; i++) a = -a * x; return a; }
N double loop_sum (double x, int n) { double a = 1; for (int i = 0; i < n; i++) a = -a + x; return fabs (a); }
N double quotient (double x, double y) { double a = -x / y; return fabs (a); }
N double sign_of (double x, double y) { return copysign (-x, y); }
N double sign_from (double x, double y) { return copysign (x, -y); }
N double both (double x, double y) { double a = -x; return fabs (a * y) + a; }
N int sign_bit (double x) { double a = -x; return signbit (a) ? 1 : 0; }
N double magnitudes (double x, double y) { return hypot (-x, fabs (y)); }
N double multiply_add (double x, double y) { double a = -x; return fma (a, a, y); }
N double added (double x, double y) { double a = -x; return fabs (fma (y, y, a)); }
N double power (double x) { double a = -x; return pow (a, 2.0) + pow (a, 3.0); }
N int integer (int x, int c) { int a = c ? -x : x; return a * a; }
N unsigned wraps (unsigned x, int c) { unsigned a = c ? -x : x; return a * a; }
N int absolute (int x, int y) { int a = x < 0 ? -x : x; int b = a * y; return b * b; }
N int integer_quotient (int x, int c) { int a = c ? -x : x; int b = a / 3; return b * b; }
N int shifted (int x, int c) { int a = c ? -x : x; int b = a >> 1; return b * b; }
N unsigned long widened (unsigned x, int c) { unsigned a = c ? -x : x; unsigned long b = a; return b * b; }
N double stored (double x, double *p) { double a = -x; *p = a; return a * a; }

int
main (void)
{
  double reals[] = { 0.0, -0.0, 1.5, -2.25, INFINITY, -INFINITY, NAN };
  int ints[] = { 0, 1, -1, 5, -7, 1000, -46340, 12345 };
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++)
      {
        double x = reals[i], y = reals[j], z;
        printf ("%g %d %g %g ", fabs (even (x, y)), fabs (odd (x, y)) > 2, arms (x, j & 1), fabs (square (x, j & 1)));
        printf ("%g %g %g %g ", fabs (cube (x, j & 1)), loop (x, j), fabs (loop_signed (x, j)), loop_sum (x, j));
        printf ("%g %g %g ", quotient (x, y), fabs (sign_of (x, y)), fabs (sign_from (x, y)));
        printf ("%g %d %g %g ", fabs (both (x, y)), sign_bit (x), fabs (magnitudes (x, y)), fabs (multiply_add (x, y)));
        printf ("%g %g %g ", added (x, y), fabs (power (x)), fabs (stored (x, &z)));
        if (x == x && y == y)
          printf ("%d%d%d%d%d", !!signbit (cube (x, j & 1)), !!signbit (loop_signed (x, j)), !!signbit (sign_of (x, y)), !!signbit (sign_from (x, y)), !!signbit (z));
        printf ("\n");
      }
  for (int i = 0; i < 8; i++)
    for (int c = 0; c < 2; c++)
      {
        int k = ints[i];
        printf ("%d %u %d ", integer (k, c), wraps (k * 65537u, c), absolute (k, c));
        printf ("%d %d %lu\n", integer_quotient (k, c), shifted (k, c), widened (k, c));
      }
  return 0;
}
