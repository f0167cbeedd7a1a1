/* Loops with a condition that holds in the first iterations only, or in the last: what they compute at all bounds. */
#include <limits.h>
#include <stdio.h>

int p[64];

#define LOOP(NAME, TYPE, FIRST, GOES_ON, NEXT, CONDITION)                                                                      \
  __attribute__ ((noipa)) unsigned NAME (TYPE n, TYPE m, TYPE b)                                                               \
  {                                                                                                                            \
    unsigned s = 0, c = 0;                                                                                                     \
    for (TYPE i = FIRST; GOES_ON; NEXT)                                                                                        \
      {                                                                                                                        \
        if (CONDITION)                                                                                                         \
          s = s * 3 + p[c & 63];                                                                                               \
        else                                                                                                                   \
          s = (s ^ 0x55) + p[(c + 1) & 63] * 7;                                                                                \
        c++;                                                                                                                   \
        if (0 * b)                                                                                                             \
          s++;                                                                                                                 \
      }                                                                                                                        \
    return s + c;                                                                                                              \
  }

LOOP (up_less, int, b, i < n, i++, i < m)
LOOP (up_less_equal, int, b, i < n, i++, i <= m)
LOOP (up_greater, int, b, i < n, i++, i > m)
LOOP (up_greater_equal, int, b, i < n, i++, i >= m)
LOOP (up_to, int, b, i <= n, i++, i < m)
LOOP (by_three, int, b, i < n, i += 3, i < m)
LOOP (by_three_after, int, b, i < n, i += 3, i > m)
LOOP (down_less, int, n, i > b, i--, i < m)
LOOP (down_less_equal, int, n, i > b, i--, i <= m)
LOOP (down_greater, int, n, i >= b, i--, i > m)
LOOP (down_greater_equal, int, n, i > b, i -= 2, i >= m)
LOOP (wide, long, b, i < n, i++, i < m)
LOOP (natural, unsigned, b, i < n, i++, i < m)
LOOP (small, unsigned char, b, i < n, i++, i < m)

__attribute__ ((noipa)) unsigned two (int n, int m, int first)
{
  unsigned s = 0;
  for (int i = 0, j = first; i < n; i++, j++)
    if (j < m)
      s = s * 5 + p[i & 63];
    else
      s ^= p[(j - first) & 63] + i;
  return s;
}

__attribute__ ((noipa)) unsigned at_least_once (int n, int m, int first)
{
  unsigned s = 0;
  int i = 5, j = first;
  do
    {
      if (j < m)
        s = s * 5 + p[i & 63];
      else
        s ^= p[i & 63] + i;
      i++, j++;
    }
  while (i < n);
  return s;
}

int main (void)
{
  static const int bounds[] = { -3, 0, 1, 2, 5, 6, 7, 12, 13 };
  unsigned count = sizeof bounds / sizeof *bounds;
  for (int i = 0; i < 64; i++)
    p[i] = i * i % 37 - 9;
  for (unsigned x = 0; x < count; x++)
    for (unsigned y = 0; y < count; y++)
      for (unsigned z = 0; z < count; z++)
        {
          int n = bounds[x], m = bounds[y], b = bounds[z];
          unsigned all = up_less (n, m, b) + 3 * up_less_equal (n, m, b) + 5 * up_greater (n, m, b)
                         + 7 * up_greater_equal (n, m, b) + 11 * up_to (n, m, b) + 13 * by_three (n, m, b)
                         + 17 * by_three_after (n, m, b) + 19 * down_less (n, m, b) + 23 * down_less_equal (n, m, b)
                         + 29 * down_greater (n, m, b) + 31 * down_greater_equal (n, m, b) + 37 * wide (n, m, b)
                         + 47 * small (n, m, b) + 53 * two (n, m, b) + 59 * at_least_once (n, m, b);
          if (b >= 0 && n >= 0)
            all += 43 * natural (n, m, b);
          printf ("%x%c", all, z + 1 < count ? ' ' : '\n');
        }
  printf ("%x\n", up_less (INT_MIN + 9, INT_MIN + 4, INT_MIN));
  printf ("%x\n", up_greater (INT_MAX, INT_MAX - 4, INT_MAX - 9));
  printf ("%x\n", down_less (INT_MIN + 9, INT_MIN + 4, INT_MIN));
  printf ("%x\n", two (9, INT_MAX - 4, INT_MAX - 9));
  printf ("%x\n", two (9, INT_MAX, INT_MAX - 9));
  printf ("%x\n", at_least_once (INT_MIN, 3, -2000000000));
  return 0;
}
