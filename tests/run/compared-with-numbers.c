/* What a comparison with a number gives, for numbers at the bounds of what an instruction holds and of types.  */

#include <limits.h>
#include <stdio.h>

#define EACH(type, x, c) \
  (x < (type) c) + 2 * (x <= (type) c) + 4 * (x > (type) c) + 8 * (x >= (type) c)

#define FUNCTION(name, type) \
  __attribute__ ((noinline)) static void name (type x) \
  { \
    int each[] = { \
      EACH (type, x, 0), EACH (type, x, 1), EACH (type, x, 4), EACH (type, x, -1), EACH (type, x, -2), \
      EACH (type, x, 2045), EACH (type, x, 2046), EACH (type, x, 2047), EACH (type, x, 2048), \
      EACH (type, x, -2047), EACH (type, x, -2048), EACH (type, x, -2049), EACH (type, x, -2050), \
      EACH (type, x, 5000), EACH (type, x, INT_MAX), EACH (type, x, INT_MIN), EACH (type, x, UINT_MAX), \
      EACH (type, x, LONG_MAX), EACH (type, x, LONG_MIN), EACH (type, x, ULONG_MAX), \
      EACH (type, x, (LONG_MAX - 1)), EACH (type, x, (ULONG_MAX - 1)) }; \
    for (unsigned i = 0; i < sizeof each / sizeof *each; i++) \
      printf ("%x", each[i]); \
    printf ("\n"); \
  }

FUNCTION (chars, signed char)
FUNCTION (bytes, unsigned char)
FUNCTION (shorts, short)
FUNCTION (ints, int)
FUNCTION (unsigneds, unsigned)
FUNCTION (longs, long)
FUNCTION (unsigned_longs, unsigned long)
FUNCTION (pairs, __int128)

int main (void)
{
  long values[] = { 0, 1, 4, 5, -1, -2, -3, 2045, 2046, 2047, 2048, -2047, -2048, -2049, -2050, 4999, 5000,
                    INT_MAX, INT_MIN, UINT_MAX, LONG_MAX, LONG_MIN, LONG_MAX - 1, LONG_MIN + 1 };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    {
      chars (values[i]);
      bytes (values[i]);
      shorts (values[i]);
      ints (values[i]);
      unsigneds (values[i]);
      longs (values[i]);
      unsigned_longs (values[i]);
      pairs (values[i]);
    }
  return 0;
}
