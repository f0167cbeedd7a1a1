/* float and double: arithmetic, conversions both ways, comparisons, NaN and infinity. */
#include <stdio.h>

static double zero;

static int classify(double x) { return x != x ? 3 : x > 1e300 ? 1 : x < -1e300 ? 2 : 0; }

int main(void) {
  float f = 1.1f, g = 3;
  double d = 1.1, e = -2.75;
  printf("%.9g %.9g %.17g %.17g\n", f + g, f * g, d + e, d * e);
  printf("%.9g %.17g %.17g\n", f / g, d / 3, e - f);
  printf("%d %d %d %u\n", (int)e, (int)f, (int)2147483520.0f, (unsigned)3000000000.0);
  printf("%ld %lu %ld\n", (long)-1e15, (unsigned long)1.8e19, (long)f);
  printf("%d %d %d\n", (signed char)-5.9, (short)123.99, (unsigned char)200.5);
  int i = -7;
  unsigned u = 4000000000u;
  long l = -(1l << 53) - 1;
  unsigned long ul = ~0ul;
  printf("%g %.10g %.17g %.17g %.9g\n", (double)i, (double)u, (double)l, (double)ul, (float)ul);
  printf("%.9g %.9g\n", (float)16777217, (float)d);
  double inf = 1 / zero, nan = zero / zero;
  printf("%d %d %d %d\n", classify(inf), classify(-inf), classify(nan), classify(1));
  printf("%d %d %d %d %d %d\n", nan < 1, nan > 1, nan == nan, nan != nan, !(nan >= 1), inf > 1e308);
  printf("%d %d %d\n", e < f, d == 1.1f, -0.0 == 0.0);
  printf("%g %g\n", -zero, 1 / -zero);
  f += 0.5;
  d *= i;
  i += 2.9;
  u /= 1.5f;
  printf("%.9g %.17g %d %u\n", f, d, i, u);
  double sum = 0;
  for (int k = 1; k <= 20; k++)
    sum += (k & 1 ? 1.0 : -1.0) / k;
  printf("%.15f\n", sum);
  return 0;
}
