/* Chains of conditions on one variable, and tests of bits, at the ends of what they test.  */
#include <limits.h>
#include <stdio.h>
#define N __attribute__ ((noinline, noclone))

N int chain (int x) { if (x == INT_MIN) return 5; else if (x == INT_MIN + 2) return 9; else if (x == INT_MIN + 3) return -3; else if (x == INT_MIN + 5) return 100; else if (x == INT_MIN + 7) return 3; return 0; }
N int top (unsigned x) { if (x == UINT_MAX) return 5; if (x == UINT_MAX - 2) return 9; if (x == UINT_MAX - 3) return -3; if (x >= UINT_MAX - 8 && x <= UINT_MAX - 5) return 100; if (x == UINT_MAX - 9) return 3; return 0; }
N int vowel (char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }
N int space (unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
N int hex (int c) { if (c >= 'a' && c <= 'f') return c - 'a' + 10; if (c >= 'A' && c <= 'F') return c - 'A' + 10; if (c >= '0' && c <= '9') return c - '0'; if (c == 'x') return 77; if (c == '_') return 78; return -1; }
N int twice (int x) { if (x == 1) return 1; if (x == 2) return 2; if (x == 1) return 3; if (x == 4) return 4; if (x == 3) return 5; if (x == 5) return 6; return 0; }
N int order (unsigned x) { if (x == 1) return 1; if (x == 2) return 2; if (x < 4) return 3; if (x == 6) return 4; if (x == 7) return 5; if (x == 9) return 8; return 0; }
static int steps;
N int step (int x) { steps += x; return x; }
N void effects (int x) { if (x == 1) step (1); else if (x == 2) step (20); else { steps++; if (x == 3) step (300); else if (x == 4) step (4000); else if (x == 5) step (50000); else if (x == 7) step (600000); else if (x == 8) step (1); else if (x == 9) step (2); } }
N int shifted (int x) { unsigned u = x; if (u - 5 <= 2) return 1; if (u + 3 <= 2) return 2; if (u == 0) return 3; if (u == 1) return 4; if (u == 3) return 5; if (u == 4) return 6; return 7; }
N int outside (int x) { if (x != 1) { if (x != 2) { if (x != 3) { if (x != 4) { if (x != 5) return 9; return 8; } return 7; } return 6; } return 5; } return 4; }
N int joined (int a, int x) { int r = a; if (x == 1) r = 3; else if (x == 2) r = a; else if (x == 3) r = 3; else if (x == 4) r = 8; else if (x == 5) r = a + 1; else if (x == 6) r = a; return r * 10 + (r == a); }
N int bits (unsigned x) { switch (x) { case 0: case 5: case 9 ... 11: case 63: return 1; case 62: case 2: return 2; case 3: return 3; } return 0; }
N int wide_bits (long x) { switch (x) { case LONG_MIN: case LONG_MIN + 5: case LONG_MIN + 62: return 1; case LONG_MAX: case LONG_MAX - 3: case LONG_MAX - 7: return 2; } return 0; }
N int mixed (int x) { switch (x) { case 1: case 3: case 5: case 7: return 1; case 100: return 2; case 101: return 3; case 102: return 4; case 103: return 5; case 104: return 6; case 1000 ... 1050: return 7; case -40: case -42: case -44: return 8; } return 0; }
N int loop (const char *s) { int n = 0; for (; *s; s++) { if (*s == ' ') continue; if (*s == ',') n += 1; else if (*s == ';') n += 10; else if (*s == '.') n += 100; else if (*s == '!') n += 1000; else if (*s == '?') break; } return n; }

int
main (void)
{
  for (unsigned i = 0; i < 12; i++)
    printf ("%d %d %d %d %d %d %d %d\n", chain ((int) (INT_MIN + i)), top (UINT_MAX - i), twice (i), order (i), shifted (i - 4), outside (i), joined (3, i), joined (8, i));
  for (int c = 0; c < 256; c++)
    if (vowel (c) || space (c) || hex (c) >= 0)
      printf ("%d:%d%d%d ", c, vowel (c), space (c), hex (c));
  for (int x = -1; x < 12; x++)
    effects (x);
  printf ("\n%d\n", steps);
  for (int x = -2; x < 70; x++)
    printf ("%d%d%d ", bits (x), wide_bits (LONG_MIN + (x < 0 ? 200 : x)), wide_bits (LONG_MAX - (x < 0 ? 200 : x)));
  printf ("\n");
  for (int x = -50; x < 1060; x += x < 110 ? 1 : 7)
    printf ("%d", mixed (x));
  printf ("\n%d %d\n", loop ("a, b; c. d! e, ? ,,"), hex (-1));
  return 0;
}
