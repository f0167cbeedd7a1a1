/* Long expressions: precedence, associativity, unsigned wrap, mixed widths. */
#include <stdio.h>

static int p(int a, int b, int c, int d) {
  return a + b * c - d / (b | 1) % 5 << 2 & 0xff ^ c | d >> 1 & ~a;
}

static unsigned horner(unsigned x) {
  return ((((((((x * 3 + 5) * x + 7) * x + 11) * x + 13) * x + 17) * x + 19) * x + 23) * x + 29);
}

static long nest(long a) {
  return (a + (a - (a * (a ^ (a | (a & (a + (a - (a + 1))))))))) - (((((a) + 1) * 2) - 3) * -a);
}

int main(void) {
  for (int i = -2; i < 3; i++)
    printf("%d %u %ld\n", p(i, i + 3, 7, 100 - i), horner(i), nest(i * 1001));
  int a = 1, b = 2, c = 3;
  a += b -= c *= 2;
  printf("%d %d %d\n", a, b, c);
  printf("%d %d\n", a - -b, a - - -c);
  printf("%d\n", a < b == b > c != (c >= a));
  printf("%d\n", 1 ? 2, 3 : 4);
  int i = 0;
  printf("%d\n", (int)sizeof(char[3]) + (int)sizeof i++);
  printf("%d\n", i > 0);
  return 0;
}
