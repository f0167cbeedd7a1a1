/* Euclid, extended Euclid, modular powers, Collatz, integer square root, perfect numbers. */
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

static int extended(int a, int b, int *x, int *y) {
  if (b == 0) {
    *x = 1;
    *y = 0;
    return a;
  }
  int g = extended(b, a % b, y, x);
  *y -= a / b * *x;
  return g;
}

static unsigned long power(unsigned long b, unsigned e, unsigned long m) {
  unsigned long r = 1;
  for (b %= m; e; e >>= 1, b = b * b % m)
    if (e & 1)
      r = r * b % m;
  return r;
}

static int collatz(long n) {
  int steps = 0;
  for (; n != 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

static unsigned root(unsigned n) {
  unsigned r = 0;
  for (unsigned bit = 1u << 15; bit; bit >>= 1)
    if ((r | bit) * (r | bit) <= n)
      r |= bit;
  return r;
}

int main(void) {
  int x, y, g = extended(240, 46, &x, &y);
  printf("%u %u %d %d %d\n", gcd(1071, 462), gcd(17, 0), g, x, y);
  printf("%lu %lu\n", power(3, 200, 1000007), power(2, 10, 1ul << 40));
  printf("%d %d %d\n", collatz(27), collatz(97), collatz(837799));
  printf("%u %u %u\n", root(0), root(99), root(4000000000u));
  for (int n = 2; n < 1000; n++) {
    int s = 1;
    for (int d = 2; d * d <= n; d++)
      if (n % d == 0)
        s += d + (d * d == n ? 0 : n / d);
    if (s == n)
      printf("%d ", n);
  }
  printf("\n");
  return 0;
}
