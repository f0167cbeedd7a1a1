/* Variables of bytes and halfwords are kept extended: what operations leave of them is, where it fits, and where it does not.  */

#include <stdio.h>

#define EACH(name, type) \
  __attribute__ ((noinline)) static type shr_##name (type a, int n) { return a >> (n & 7); } \
  __attribute__ ((noinline)) static int shr_int_##name (type a) { return a >> 3; } \
  __attribute__ ((noinline)) static type shl_##name (type a) { return a << 3; } \
  __attribute__ ((noinline)) static type sum_##name (type a, type b) { return a + b; } \
  __attribute__ ((noinline)) static long wide_##name (type a, type b) { a += b; return a; } \
  __attribute__ ((noinline)) static long bits_##name (type a, type b) { return (a & b) + 3 * (a | b) + 5 * (a ^ b); } \
  __attribute__ ((noinline)) static long not_##name (type a) { a = ~a; return a; } \
  __attribute__ ((noinline)) static int less_##name (type a, type b) { return (a < b) + 2 * (a == b) + 4 * (a > 31); } \
  __attribute__ ((noinline)) static long loop_##name (type a, int n) \
  { \
    for (int i = 0; i < n; i++) \
      a = a * 3 + 1; \
    return a; \
  } \
  static void all_##name (type a, type b) \
  { \
    printf ("%ld %ld %ld %ld %ld %ld %ld %d %ld\n", (long) shr_##name (a, b), (long) shr_int_##name (a), \
            (long) shl_##name (a), (long) sum_##name (a, b), wide_##name (a, b), bits_##name (a, b), not_##name (a), \
            less_##name (a, b), loop_##name (a, 7)); \
  }

EACH (sc, signed char)
EACH (uc, unsigned char)
EACH (s, short)
EACH (us, unsigned short)

int main (void)
{
  int values[] = { 0, 1, -1, 31, 32, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, 65535, 4096, -3 };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    for (unsigned k = 0; k < sizeof values / sizeof *values; k += 3)
      {
        all_sc (values[i], values[k]);
        all_uc (values[i], values[k]);
        all_s (values[i], values[k]);
        all_us (values[i], values[k]);
      }
  return 0;
}
