// A conversion that changes the sign alone makes no difference where nothing extends the number, and all the difference
// where something does: (unsigned char) c == c compares 128 with -128.
int printf (const char *, ...);
#define NOINLINE __attribute__ ((noinline))

NOINLINE int fits_char (signed char c) { return (unsigned char) c == c; }
NOINLINE int fits_byte (unsigned char c) { return (signed char) c != c; }
NOINLINE int fits_short (short c) { return (unsigned short) c <= c; }
NOINLINE int below (short c) { return (unsigned short) c < c; }
NOINLINE int fits_word (int c) { return (long) (unsigned) c == c; }
NOINLINE int differ (unsigned char c) { return (signed char) c - c; }
NOINLINE int mixed (unsigned char c) { return ((signed char) c ^ c) >> 8; }
NOINLINE long wide (unsigned c, unsigned d) { return (long) (int) (c + d) == (long) (c + d); }
NOINLINE int quotient (int a, int b) { return (int) ((unsigned) a / (unsigned) b) == a / b; }
NOINLINE int chosen (signed char c) { c = (unsigned char) c == c ? c : (short) ~c; return c; }
NOINLINE int both (signed char *p, unsigned char *q) { return *p == (signed char) *q && *p == *q; }
NOINLINE long arms (int c, int k) { return k ? (long) (unsigned) c : (long) c; }

int
main (void)
{
  for (int i = -2; i < 2; i++)
    {
      unsigned char byte = i;
      printf ("%d %d %d %d %d %d %d\n", fits_char (i), fits_byte (i), fits_short (i), below (i), fits_word (i),
              differ (i), mixed (i));
      signed char c = i;
      printf ("%d %d %d %ld %ld\n", chosen (i), both (&c, &byte), quotient (i, 2), arms (i, 1), arms (i, 0));
    }
  printf ("%ld %ld\n", wide (1, 2), wide (0x7fffffff, 2));
  return 0;
}
