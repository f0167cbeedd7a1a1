/* Switches that only choose among constants, tried at and beyond the ends of their cases.  */
#include <limits.h>
#include <stdio.h>
#define N __attribute__ ((noinline, noclone))

N int ints (int x) { switch (x) { case INT_MIN: return 5; case INT_MIN + 1: return 9; case INT_MIN + 2: return -3; case INT_MIN + 3: return 100; default: return 77; } }
N int tops (int x) { switch (x) { case INT_MAX: return 5; case INT_MAX - 1: return 9; case INT_MAX - 3: return -3; case INT_MAX - 4: return 100; default: return 77; } }
N long longs (long x) { switch (x) { case LONG_MIN: return LONG_MIN; case LONG_MIN + 1: return LONG_MAX; case LONG_MIN + 2: return -1; case LONG_MIN + 3: return 1; default: return 7; } }
N unsigned long ulongs (unsigned long x) { switch (x) { case ULONG_MAX: return 1; case ULONG_MAX - 1: return ULONG_MAX; case ULONG_MAX - 2: return 5; case ULONG_MAX - 3: return 8; default: return 7; } }
N int chars (signed char x) { switch (x) { case -128: return 1; case -127: return 2; case -126: return 4; case -125: return 8; case -120 ... -118: return 16; default: return 0; } }
N int line (int x) { switch (x) { case -2: return INT_MIN; case -1: return INT_MIN + 1000000000; case 0: return INT_MIN + 2000000000; default: return 3; case 1: return INT_MIN + 2000000000 + 1000000000; } }
N signed char falls (int x) { switch (x) { case 5: return 100; case 6: return 60; case 7: return 20; case 8: return -20; case 9: return -60; } return -100; }
N _Bool truth (int x) { switch (x) { case 0: return 1; case 1: return 0; case 2: return 1; case 3: return 1; case 4: return 0; case 70: return 1; } return 0; }
N double reals (unsigned x) { switch (x) { case 1: return -0.0; case 2: return 1.5; case 3: return 1e300; case 4: return -7; } return 0; }
N float _Complex complexes (unsigned x) { switch (x) { case 1: return 1; case 2: return 1.5f + 2.0fi; case 3: return 3.0fi; case 4: return -7; } return 0; }
N const char *texts (unsigned x) { switch (x) { case 0: return "zero"; case 1: return "one"; case 2: return "two"; case 3: return "three"; } return "many"; }
N unsigned long narrow (int x)
{
#define F(n) case n: return n * 7u % 251; case n + 1: return n % 13; case n + 2: return 255; case n + 3: return 0;
  switch (x) { F (0) F (4) F (8) F (12) F (16) F (20) F (24) F (28) F (32) }
  return 1;
}
N long narrow_signed (int x)
{
#define G(n) case n: return -(n % 129); case n + 1: return n % 13; case n + 2: return 127; case n + 3: return -128;
  switch (x) { G (0) G (4) G (8) G (12) G (16) G (20) G (24) G (28) G (128) }
  return 1;
}
static int calls;
N int other (int x, int y) { switch (x) { case 0: return 3; case 1: return 8; case 2: return 12; case 3: return 2; default: calls++; return y; } }
N int memory (int x, int *p) { int r; switch (x) { case 0: r = 1; break; case 1: r = 7; break; case 2: r = 5; break; case 3: r = 11; break; default: *p = x; r = 2; } return r + *p; }
N int bits (unsigned x) { struct { unsigned b : 3; } s = { x }; switch (s.b) { case 0: return 9; case 1: return 4; case 2: return 6; case 5: return 8; case 7: return 1; default: return 0; } }
enum e { A, B, C, D = 9 };
N int enums (enum e x) { switch (x) { case A: return 90; case B: return 41; case C: return 62; case D: return 87; } return 5; }
N __int128 wide (__int128 x) { switch (x) { case 0: return (__int128) 1 << 100; case 1: return -1; case 2: return 3; case 3: return 8; } return 0; }
N int loop (const char *s) { int sum = 0; for (; *s; s++) switch (*s) { case 'a': sum += 1; break; case 'b': sum += 20; break; case 'c': sum += 300; break; case 'd': sum += 7; break; default: sum += 5; } return sum; }

int
main (void)
{
  for (int i = -1; i < 5; i++)
    {
      unsigned u = i;
      printf ("%d %d ", ints ((int) (INT_MIN + u)), tops ((int) (INT_MAX - u)));
      printf ("%ld %lu ", longs ((long) (LONG_MIN + (unsigned long) i)), ulongs (ULONG_MAX - i));
      printf ("%d %d %d %g %s ", line (i - 1), falls (i + 5), truth (i), reals (u), texts (u));
      printf ("%g%+gi %d %d %d\n", __real__ complexes (u), __imag__ complexes (u), other (i, 50 + i), enums (u), (int) (wide (i) >> 98));
    }
  for (int i = -128; i < 128; i += i < -115 ? 1 : 81)
    printf ("%d ", chars (i));
  unsigned long sum = 0;
  for (int i = -3; i < 140; i++)
    sum = sum * 31 + narrow (i) + narrow_signed (i) * 5;
  int m = 4;
  printf ("\n%lu %d %d %d\n", sum, calls, truth (70), truth (69));
  for (int i = 0; i < 9; i++)
    printf ("%d %d ", bits (i), memory (i - 2, &m));
  printf ("%d %d\n", enums (D), loop ("abcdeabcde"));
  return 0;
}
