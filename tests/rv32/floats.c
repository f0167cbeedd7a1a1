/* Real numbers, in registers of their own, in pairs of general ones and in memory.  */
#define CHECK(X) if (!(X)) return __LINE__ & 255 ? __LINE__ & 255 : 1

typedef union { double d; unsigned long long u; unsigned w[2]; } bits;

__attribute__ ((noipa)) static double d (double x) { return x; }
__attribute__ ((noipa)) static float f (float x) { return x; }
__attribute__ ((noipa)) static long double q (long double x) { return x; }
__attribute__ ((noipa)) static unsigned long long seen (double x) { return (bits) { x }.u; }
__attribute__ ((noipa)) static double made (unsigned long long x) { return (bits) { .u = x }.d; }
__attribute__ ((noipa)) static double half (double x) { bits b = { x }; b.w[1] -= 1 << 20; return b.d; }
__attribute__ ((noipa)) static int order (double a, double b) { return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * __builtin_isunordered (a, b); }
__attribute__ ((noipa)) static double zero (void) { return 0; }
__attribute__ ((noipa)) static void clear (double *p) { *p = 0; }
__attribute__ ((noipa)) static _Complex double square (_Complex double z) { return z * z; }

int
main (void)
{
  double x = 9;
  CHECK (d (1.5) * d (4) - d (2) / d (8) == 5.75 && f (1.5f) * f (4) - f (2) / f (8) == 5.75f);
  CHECK (q (1.5L) * q (4) - q (2) / q (8) == 5.75L && -q (3) < q (2) && __builtin_fabsl (q (-3)) == 3);
  CHECK (seen (1) == 0x3ff0000000000000 && made (0xc000000000000000) == -2 && half (d (6)) == 3);
  CHECK (order (d (1), d (2)) == 3 && order (d (2), d (1)) == 0 && order (d (1), d (1)) == 6 && order (d (1), d (__builtin_nan (""))) == 8);
  CHECK ((int) d (-7.9) == -7 && (unsigned) d (3e9) == 3000000000u && (long long) d (-5e12) == -5000000000000 && (unsigned long long) d (1e19) == 10000000000000000000u);
  CHECK (d ((int) d (-7)) == -7 && (double) (unsigned) d (3e9) == 3e9 && (double) (long long) d (-5e12) == -5e12 && (float) (long long) d (1e10) == 1e10f);
  CHECK ((double) f (1.25f) == 1.25 && (float) d (1.25) == 1.25f && (double) q (1.25L) == 1.25 && (long double) d (1.25) == 1.25L && (long long) q (-5e12L) == -5000000000000);
  CHECK (zero () == 0 && __builtin_copysign (d (3), -d (1)) == -3 && __builtin_signbit (-d (0)) && !__builtin_signbit (d (1)));
  clear (&x);
  CHECK (x == 0 && __real__ square (1 + 2.0i) == -3 && __imag__ square (1 + 2.0i) == 4);
  return 0;
}
