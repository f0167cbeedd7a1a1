/* Numbers of two words shifted by what is known and what is not, added and multiplied in place, and kept in many registers. */
#include <stdio.h>

typedef __int128 T;
typedef unsigned __int128 U;
#define NO __attribute__ ((noipa))

NO T left (T x, int n) { return x << n; }
NO T right (T x, unsigned n) { return x >> n; }
NO U down (U x, long n) { return x >> n; }
NO U by_byte (U x, unsigned char n) { return x << n; }
NO T itself (T x, int n) { x <<= n; x >>= n; x += x; x = -x - 1; return ~x; }
NO U fixed (U x) { return (x << 5 | x >> 123) ^ x << 64 ^ x >> 64 ^ x << 69 ^ x >> 127; }
NO U product (U a, U b, U c) { a = a * b; a += c * a; return a - b; }
NO T wide (long a, unsigned b) { return (T) a * b + a; }
NO U many (U a, U b, U c, U d)
{
  U e = a + b, f = b - c, g = c ^ d, h = d * a, i = e << 3, j = f >> 9, k = g + h;
  return (e ^ f ^ g ^ h) + (i | j) - k * (a & d) + (b | c);
}
NO int order (T a, T b) { return (a < b) + 2 * (a == b) + 4 * ((U) a > (U) b); }

static void show (const char *name, U x) { printf ("%s %016lx %016lx\n", name, (long) (x >> 64), (long) x); }

int main (void)
{
  T x = (T) 0x8123456789abcdefL << 64 | 0xfedcba9876543210UL;
  for (int n = 0; n < 128; n += n % 64 == 63 ? 1 : n % 64 == 0 ? 1 : 31)
    {
      show ("left", left (x, n));
      show ("right", right (x, n));
      show ("down", down (x, n));
      show ("by_byte", by_byte (x, n));
      show ("itself", itself (x, n));
    }
  show ("fixed", fixed (x));
  show ("product", product (x, 12345, (U) x >> 3));
  show ("wide", wide (-5, 4000000000u));
  show ("many", many (x, x >> 7, ~x, x * 3));
  printf ("order %d %d %d\n", order (x, 1), order (x, x), order (1, x));
  return 0;
}
