/* Shifts by constants and variables in all widths; narrow types promote first. */
#include <stdio.h>

static unsigned rotl(unsigned x, int n) { return (x << n) | (x >> (32 - n)); }
static unsigned long rotr(unsigned long x, int n) { return (x >> n) | (x << (64 - n)); }

int main(void) {
  int i = -12345;
  unsigned u = 0x87654321u;
  long l = -0x123456789abcdefl;
  unsigned long ul = 0xfedcba9876543210ul;
  signed char c = -100;
  unsigned char b = 200;
  short s = -30000;
  for (int n = 0; n < 32; n += 5)
    printf("%d %u %x %d %d %d %d\n", i >> n, u >> n, u << n, c >> n, b >> n, s >> n, b << (n % 23));
  for (int n = 0; n < 64; n += 9)
    printf("%ld %lx %lx\n", l >> n, ul >> n, ul << n);
  printf("%x %x %lx\n", rotl(u, 8), rotl(u, 31), rotr(ul, 12));
  i <<= 3;
  u >>= 4;
  c >>= 1;
  b <<= 1;
  s >>= 2;
  printf("%d %x %d %d %d\n", i, u, c, b, s);
  printf("%d %d\n", (signed char)(b << 3), (short)(s << 5));
  return 0;
}
