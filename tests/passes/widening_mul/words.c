/* Two words that are one word each in truth are multiplied as such, by their signs. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-widening_mul-stats" } */
extern void abort (void);
typedef unsigned long u64;
typedef unsigned __int128 u128;
typedef __int128 s128;
#define F __attribute__ ((noipa))

F u128 unsigned_words (u64 x, u64 y) { return (u128) x * y; }
F s128 signed_words (long x, long y) { return (s128) x * y; }
F s128 signed_and_unsigned (long x, u64 y) { return (s128) x * y; }
F s128 unsigned_and_signed (u64 x, long y) { return (s128) x * y; }
F s128 narrower (long x, unsigned y) { return (s128) x * y; }
F s128 narrow (int x, short y) { return (s128) x * y; }
F u128 by_constant (u64 x) { return (u128) x * 10; }
F s128 by_negative (long x) { return (s128) x * -3; }
F u128 square (u64 x) { return (u128) x * x; }
/* The constant does not fit; the factor is no word. */
F s128 no_fit (u64 x) { return (s128) x * -3; }
F u128 two_words (u128 x, u64 y) { return x * y; }

/* Bit by bit. */
F u128 slowly (u128 x, u128 y)
{
  u128 sum = 0;
  for (int bit = 0; bit < 128; bit++)
    if (y >> bit & 1)
      sum += x << bit;
  return sum;
}

F void check (u128 got, u128 x, u128 y)
{
  if (got != slowly (x, y))
    abort ();
}

int main (void)
{
  static const u64 values[] = { 0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff, 0x123456789abcdef0,
				0x7fffffffffffffff, 0x8000000000000000, 0xfffffffffffffffe, -1UL };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    for (unsigned j = 0; j < sizeof values / sizeof *values; j++)
      {
	u64 x = values[i], y = values[j];
	long sx = x, sy = y;
	check (unsigned_words (x, y), x, y);
	check (signed_words (sx, sy), (s128) sx, (s128) sy);
	check (signed_and_unsigned (sx, y), (s128) sx, y);
	check (unsigned_and_signed (x, sy), x, (s128) sy);
	check (narrower (sx, y), (s128) sx, (unsigned) y);
	check (narrow (x, y), (s128) (int) x, (s128) (short) y);
	check (by_constant (x), x, 10);
	check (by_negative (sx), (s128) sx, (s128) -3);
	check (square (x), x, x);
	check (no_fit (x), x, (s128) -3);
	check (two_words ((u128) x << 64 | y, x), (u128) x << 64 | y, x);
      }
  return 0;
}

/* { dg-final { scan-tree-dump-times " w\\* " 9 "widening_mul" } } */
/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) w\\* 10;" "widening_mul" } } */
/* { dg-final { scan-tree-dump-times "widening multiplications inserted: 1" 9 "widening_mul" } } */
