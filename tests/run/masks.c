/* { dg-do run } */
/* { dg-options "-O2" } */
/* Low bits, bits in the middle and single bits, taken by numbers that no immediate holds.  */

int printf (const char *, ...);

#define NOINLINE __attribute__ ((noipa))

NOINLINE unsigned long low22 (unsigned long x) { return x & 0x3fffff; }
NOINLINE unsigned long middle (unsigned long x) { return (x >> 5) & 0x3fffff; }
NOINLINE unsigned long to_the_end (unsigned long x) { return (x >> 42) & 0x3fffff; }
NOINLINE unsigned long beyond (unsigned long x) { return (x >> 43) & 0x3fffff; }
NOINLINE unsigned half (unsigned x) { return (x >> 6) & 0x3fffff; }
NOINLINE unsigned half_end (unsigned x) { return (x >> 10) & 0x3fffff; }
NOINLINE unsigned half_beyond (unsigned x) { return (x >> 12) & 0x3fffff; }
NOINLINE int arithmetic (int x) { return (x >> 12) & 0x3fffff; }
NOINLINE int none (unsigned long x) { return (x & 0x1fffff) == 0; }
NOINLINE int some (unsigned x) { return (x & 0x1fffff) != 0; }
NOINLINE int bit23 (unsigned x) { return (x & 0x800000) != 0; }
NOINLINE int bit40 (unsigned long x) { return (x & (1ul << 40)) != 0; }
NOINLINE int bit31 (unsigned x) { return (x & (1u << 31)) != 0; }
NOINLINE int no_bit (unsigned long x) { return (x & (1ul << 40)) == 0; }
NOINLINE int both (unsigned long x) { unsigned long y = x & 0x1fffff; return y == 0 ? 7 : y * 3; }

NOINLINE unsigned long
kept (unsigned long x, unsigned long *p)
{
  unsigned long down = x >> 5;
  *p = down;
  return down & 0x3fffff;
}

NOINLINE unsigned long
changed (unsigned long x, int n)
{
  unsigned long sum = 0;
  while (n--)
    {
      unsigned long y = x >> 3;
      x = x * 5 + 1;
      sum += (y & 0x7ffffff) ^ (x & 0x7ffffff);
    }
  return sum;
}

int
main (void)
{
  static const unsigned long values[] = { 0, 1, 0x800000, 0x3fffff, 0x400000, 1ul << 31, 1ul << 40,
                                          0x123456789abcdef0, 0xfedcba9876543210, -1ul, 1ul << 63 };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    {
      unsigned long x = values[i], y;
      printf ("%lx %lx %lx %lx ", low22 (x), middle (x), to_the_end (x), beyond (x));
      printf ("%x %x %x %x ", half (x), half_end (x), half_beyond (x), arithmetic (x));
      printf ("%d%d%d%d%d%d %d ", none (x), some (x), bit23 (x), bit40 (x), bit31 (x), no_bit (x), both (x));
      unsigned long z = kept (x, &y);
      printf ("%lx %lx %lx\n", z, y, changed (x, 4));
    }
  return 0;
}
