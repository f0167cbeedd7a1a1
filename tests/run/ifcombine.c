/* Conditions after one another that one test may answer.  */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#define N __attribute__ ((noinline, noclone))

static int calls;
N int g (int x) { calls += x; return x; }
N int bits (int x) { if (x & 1) if (x & 4) return g (1); return 2; }
N int top_bit (int x) { if (x & INT_MIN) if (x & 2) return g (1); return 2; }
N int shifted (unsigned x, int k, int l) { if (x & (1u << k)) if (x & (1u << l)) return g (1); return 2; }
N int shifted_back (int x, int k, int l) { if ((x >> k) & 1) if ((x >> l) & 1) return g (1); return 2; }
N int narrow (long x, int k) { if ((char) x & 1) if ((x >> k) & 1) return g (1); return 2; }
N int not_both (int x) { if (!(x & 1)) return 3; if (!(x & 8)) return 3; return 4; }
N int neither (int x) { if (!(x & 1)) if (!(x & 8)) return 3; return 4; }
N int one_of_each (int x) { if (x & 1) if (!(x & 8)) return 3; return 4; }
N int any (int x) { if (x & 3) return 1; if (x & 12) return 1; return 2; }
N int any_mixed (long x, int b, int c) { if ((int) x & b) return 1; if (x & c) return 1; return 2; }
N int any_wide (long x, unsigned char b, long c) { if ((unsigned char) x & b) return 1; if (x & c) return 1; return 2; }
N int less_equal (int x, int y) { if (x < y) return 1; if (x == y) return 1; return 2; }
N int equal (unsigned x, unsigned y) { if (x <= y) { if (y <= x) return 1; } return 2; }
N int always (int x, int y) { if (x <= y) return 1; if (x > y) return 1; return 2; }
N int never (int x, int y) { if (x < y) { if (x > y) return 1; } return 2; }
N int limits (int x) { if (x != INT_MIN) { if (x < INT_MIN + 2) return 1; } return 2; }
N int upper (unsigned x) { if (x != UINT_MAX) { if (x > UINT_MAX - 2) return 1; } return 2; }
N int apart (int x) { if (x < 3) return 1; if (x > 3) return 1; return 2; }
N int range (signed char x) { if (x >= -5) { if (x <= 100) return 1; } return 2; }
N int nan_less (double x, double y) { if (x < y) return 1; if (x == y) return 1; return 2; }
N int nan_equal (double x, double y) { if (x == y) return 1; if (x != y) return 1; return 2; }
N int nan_both (double x, double y) { if (x <= y) { if (x >= y) return 1; } return 2; }
N int nan_not (double x, double y) { if (!(x < y)) { if (!(x > y)) return 1; } return 2; }
N int divides (int x, int y) { if (y != 0) { if (x / y > 2) return 1; } return 2; }
N int loads (int *p, int x) { if (p) { if (*p == x) return 1; } return 2; }
N int calls_twice (int x) { if (g (x) & 1) { if (g (x) & 2) return 1; } return 2; }
N int three (int x) { if (x & 1) if (x & 4) if (x & 16) return g (1); return 2; }
N int phis (int x, int y) { int r; if (x < y) r = y; else if (x == y) r = x; else r = 7; return r; }

int
main (void)
{
  int ints[] = { 0, 1, 2, 3, 4, 5, 8, 9, 13, 21, 100, 101, 127, -1, -5, -6, -128, INT_MAX, INT_MIN, INT_MIN + 1, INT_MIN + 2, INT_MIN + 3 };
  double reals[] = { 0.0, -0.0, 1.5, -1.5, NAN, INFINITY };
  for (unsigned i = 0; i < sizeof ints / sizeof *ints; i++)
    {
      int x = ints[i];
      printf ("%d %d %d %d ", bits (x), top_bit (x), not_both (x), neither (x));
      printf ("%d %d %d %d %d %d ", one_of_each (x), any (x), limits (x), upper (x), apart (x), range (x));
      printf ("%d %d:", calls_twice (x), three (x));
      for (unsigned j = 0; j < sizeof ints / sizeof *ints; j++)
        {
          int y = ints[j];
          printf (" %d%d%d", shifted (x, y & 31, i), shifted_back (x, i, y & 31), narrow (x, y & 31));
          printf ("%d%d", any_mixed (x, y, i), any_wide (x * 3L << 8 | y, x, y));
          printf ("%d%d%d%d", less_equal (x, y), equal (x, y), always (x, y), never (x, y));
          printf ("%d%d%d", divides (x, y), loads (j & 1 ? &x : 0, y), phis (x, y));
        }
      printf ("\n");
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      printf ("%d%d%d%d%c", nan_less (reals[i], reals[j]), nan_equal (reals[i], reals[j]), nan_both (reals[i], reals[j]), nan_not (reals[i], reals[j]), j == 5 ? '\n' : ' ');
  printf ("%d\n", calls);
  return 0;
}
