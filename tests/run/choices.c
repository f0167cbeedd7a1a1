/* Choices that become arithmetic, at the numbers where they turn, and with what would be undefined the other way.  */
#include <limits.h>
#include <stdio.h>

#define N __attribute__ ((noipa)) static
struct s { int a, b; };

N int bit (int x, int y) { return x < y ? 8 : 0; }
N long no_bit (int x, int y) { return x < y ? 0 : LONG_MIN; }
N int ones (int x) { return x == 3 ? 0 : -1; }
N int *first (struct s *p) { if (p) return &p->a; return 0; }
N int *second (struct s *p) { if (p) return &p->b; return 0; }
N int negated (int a) { if (a == 0) return a; return -a; }
N int neg_abs (int a) { if (a <= 0) return a; return -a; }
N int sign (int a, int b) { if (a < 0) return ~b; return b; }
N unsigned unsign (int a, unsigned b) { if (a >= 0) return ~b; return b; }
N int plus (int a, int b) { if (a == 0) return b; return a + b; }
N int product (int a, int b) { return a != 0 ? a * b : 0; }
N unsigned quotient (unsigned a, unsigned b) { if (b != 1) a /= b; return a; }
N unsigned rotated (unsigned x, int n) { return n == 0 ? x : x << n | x >> (32 - n); }
N int shifted (int a, int b) { if (a == 0) return 0; return a << b; }
N long moved (long a, int n) { if (n) a += n; return a; }
N int saturated (int a) { return a > 255 ? 255 : a < 0 ? 0 : a; }
N int below (int a) { return a < 256 ? a : 255; }
N int gap (int a) { return a < 256 ? a : 254; }
N unsigned at_least (unsigned a) { return a != 0 ? a : 1; }
N int least (int a) { return a == INT_MIN ? -INT_MAX : a; }
N int two (_Bool b) { return b ? 5 : 6; }
N int masked (unsigned x) { x &= 1; return x == 0 ? 10 : 9; }
N int wide (short a, int k) { int r; if (k) r = a; else r = 7; return r; }
N int chars (signed char a, signed char b, int k) { int r; if (k) r = a; else r = b; return r; }
N double abs_d (double a) { if (a >= 0) return a; return -a; }
N int nan_bit (double a, double b) { return a < b ? 0 : 16; }

int
main (void)
{
  static const int v[] = { INT_MIN, -INT_MAX, -257, -256, -2, -1, 0, 1, 2, 3, 254, 255, 256, 257, INT_MAX };
  struct s one;
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
    {
      int a = v[i];
      printf ("%d: %d %lx %d %d %d %d %x %x %d %d\n", a, bit (a, 1), no_bit (a, 1), ones (a),
	      a == INT_MIN ? 0 : negated (a), neg_abs (a), sign (a, 5), unsign (a, 5), at_least (a), least (a), saturated (a));
      printf ("%d %d %d %x %d %x\n", below (a), gap (a), masked (a), quotient (a, 1), product (0, a), rotated (a, 0));
      printf ("%d %d %d %d %ld %x\n", plus (0, a), product (a, 1), wide (a, a & 1), chars (a, 3, a & 1), moved (a, 0),
	      rotated (a, 5));
    }
  printf ("%d %d %d\n", first (0) == 0, first (&one) == &one.a, second (&one) == &one.b);
  printf ("%d %d %d %d\n", second (0) == 0, two (0), two (1), shifted (0, 40));
  printf ("%d %d %d\n", nan_bit (1, __builtin_nan ("")), nan_bit (1, 2), nan_bit (2, 1));
  printf ("%g %g\n", abs_d (-0.0), abs_d (-2.5));
}
