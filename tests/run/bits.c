/* Bit tricks: counting, parity, leading and trailing zeros, byte swaps, reversal. */
#include <stdio.h>

static int count(unsigned x) {
  int n = 0;
  while (x) {
    x &= x - 1;
    n++;
  }
  return n;
}
static unsigned reverse(unsigned x) {
  x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
  x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
static unsigned long swap(unsigned long x) {
  unsigned long r = 0;
  for (int i = 0; i < 8; i++, x >>= 8)
    r = r << 8 | (x & 0xff);
  return r;
}
static int log2_of(unsigned x) {
  int n = -1;
  while (x) {
    n++;
    x >>= 1;
  }
  return n;
}

int main(void) {
  unsigned v[] = {0, 1, 0x80000000u, 0xdeadbeef, 12345, ~0u};
  for (int i = 0; i < 6; i++) {
    unsigned x = v[i];
    printf("%d %x %d %d\n", count(x), reverse(x), log2_of(x), __builtin_popcount(x));
    if (x)
      printf("  %d %d %x\n", __builtin_clz(x), __builtin_ctz(x), x & -x);
  }
  printf("%lx %lx\n", swap(0x0123456789abcdef), (unsigned long)__builtin_bswap32(0x12345678));
  printf("%d %d\n", __builtin_parity(7), __builtin_ffs(24));
  return 0;
}
