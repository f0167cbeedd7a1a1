/* What the third argument of __builtin_…_overflow_p could hold is what the bit-field could. */
int printf (const char *, ...);

static struct
{
  int a : 5;
  unsigned b : 7;
  unsigned long c : 37;
  long d : 40;
  unsigned long e : 64;
} s;

#define TRY(FIELD, X, Y)                                                                                             \
  printf (" %d%d%d", __builtin_add_overflow_p (X, Y, s.FIELD), __builtin_sub_overflow_p (X, Y, s.FIELD),             \
          __builtin_mul_overflow_p (X, Y, s.FIELD))

__attribute__ ((noipa)) static void
of_ints (int x, int y)
{
  TRY (a, x, y), TRY (b, x, y), TRY (c, x, y), TRY (d, x, y), TRY (e, x, y);
  printf ("\n");
}

__attribute__ ((noipa)) static void
of_longs (long x, unsigned long y)
{
  TRY (a, x, y), TRY (b, x, y), TRY (c, x, y), TRY (d, x, y), TRY (e, x, y);
  printf ("\n");
}

__attribute__ ((noipa)) static void
of_wide (__int128 x, unsigned char y)
{
  TRY (a, x, y), TRY (b, x, y), TRY (c, x, y), TRY (d, x, y), TRY (e, x, y);
  printf ("\n");
}

int
main (void)
{
  static const long numbers[]
    = { 0, 1, -1, 15, 16, -16, -17, 127, 128, 1l << 36, (1l << 37) - 1, 1l << 37, (1l << 39) - 1, 1l << 39, -(1l << 39) };
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    for (unsigned j = 0; j < 4; j++)
      {
        of_ints (numbers[i], numbers[j]);
        of_longs (numbers[i], numbers[j]);
        of_wide (numbers[i], numbers[j]);
      }
  printf ("%d %d\n", __builtin_add_overflow_p (15, 0, s.a), __builtin_add_overflow_p (16, 0, s.a));
  return 0;
}
