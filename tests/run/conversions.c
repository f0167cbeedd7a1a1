/* Integer conversions: widening, narrowing, signed to unsigned, _Bool, usual arithmetic. */
#include <stdio.h>

static long widen(int x) { return x; }
static unsigned long widen_u(unsigned x) { return x; }
static unsigned long widen_s(int x) { return x; }
static int narrow(long x) { return x; }
static signed char byte(int x) { return x; }
static unsigned short half(long x) { return x; }
static _Bool truth(long x) { return x; }
static _Bool truth_d(double x) { return x; }

int main(void) {
  printf("%ld %lu %lu\n", widen(-1), widen_u(-1), widen_s(-1));
  printf("%d %d %d\n", narrow(0x1ffffffffl), narrow(1l << 35), narrow(-5l));
  printf("%d %d %d %d\n", byte(127), byte(128), byte(-129), half(-1));
  printf("%d %d %d %d\n", truth(0), truth(1l << 40), truth_d(0.1), truth_d(0));
  unsigned char a = 255, b = 1;
  short s = -1;
  unsigned short us = 65535;
  unsigned u = 1;
  long l = -1;
  printf("%d %d %d %d\n", a + b, s < u, l < u, us + 1);
  printf("%d %d\n", s == us, (int)sizeof(a + b));
  a += b;
  s *= us;
  us -= 2;
  printf("%d %d %d\n", a, s, us);
  unsigned long mix = 0;
  for (int i = -3; i < 3; i++)
    mix = mix * 7 + (unsigned)i + (unsigned char)i + (short)(i * 40000);
  printf("%lu\n", mix);
  _Bool flag = 0;
  flag += 5;
  printf("%d %d\n", flag, ~flag + 2);
  return 0;
}
