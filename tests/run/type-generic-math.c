/* The functions of <tgmath.h> by the types of their arguments; integers count as double. */
#include <stdio.h>
#include <tgmath.h>

#define SIZE(e) printf("%d ", (int)sizeof(e))

int main(void) {
  int i = 2;
  float f = 2.25f;
  double d = 6.25;
  long double l = 12.25L;
  float _Complex cf = 3 + 4 * I;
  double _Complex cd = 6 + 8 * I;
  SIZE(sqrt(i)), SIZE(sqrt(f)), SIZE(sqrt(d)), SIZE(sqrt(l)), SIZE(sqrt(cf)), SIZE(sqrt(cd));
  SIZE(pow(f, f)), SIZE(pow(f, i)), SIZE(pow(f, d)), SIZE(pow(l, i)), SIZE(pow(cf, d));
  SIZE(carg(f)), SIZE(cimag(cf)), SIZE(fabs(cf)), SIZE(ldexp(f, i)), SIZE(ilogb(l));
  printf("\n%g %g %g %Lg\n", sqrt(i + 2), sqrt(f), sqrt(d), sqrt(l));
  printf("%g %g %ld\n", ldexp(f, 3), fmax(f, d), lround(f));
  return 0;
}
