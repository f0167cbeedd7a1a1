/* What is negated, or made an absolute value, in a type whose overflow wraps must not become signed arithmetic that
   overflows: what is known of ranges relies on that it does not. */

#include <limits.h>
#include <stdio.h>

#define NOINLINE __attribute__ ((noinline))

NOINLINE int
difference (long b, int x)
{
  int c = x - (int) (-b);
  return c == 1 ? 1 : c < 0 ? 2 : 3;
}

NOINLINE int
negated (long b, unsigned char a)
{
  int c = -((int) (-b) - (-0x7fffffff * a));
  if (c != 1)
    return c;
  return 0;
}

NOINLINE int
magnitude (short a, int r)
{
  return r >= (unsigned short) (a >= 0 ? a : -a);
}

NOINLINE int
positive (short a)
{
  unsigned short u = a >= 0 ? a : -a;
  signed char s = a > 0 ? a : -a;
  return u > 32767 ? -1 : u + s * 0;
}

NOINLINE int
downwards (int a)
{
  int n = a <= 0 ? a : -a;
  return n == INT_MIN ? 7 : n > 0 ? 8 : -n;
}

int
main (void)
{
  printf ("%d %d\n", difference (0x80000000L, -2147483647), difference (-5, 3));
  printf ("%d %d\n", negated (0x80000000L, 1), negated (7, 0));
  printf ("%d %d %d\n", magnitude (SHRT_MIN, 32767), magnitude (SHRT_MIN, 32768), magnitude (-3, 3));
  printf ("%d %d\n", positive (SHRT_MIN), positive (-9));
  printf ("%d %d %d\n", downwards (INT_MIN), downwards (12), downwards (-12));
  return 0;
}
