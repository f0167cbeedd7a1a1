/* The distance of two labels in an object that is wider than an address. */
int printf (const char *, ...);
volatile int v;

__attribute__ ((noipa)) static int
f (void)
{
  static __int128_t wide = (unsigned long) &&b - (unsigned long) &&a;
  static unsigned long narrow = (unsigned long) &&b - (unsigned long) &&a;
  static __uint128_t pair[2] = { 5, (unsigned long) &&b - (unsigned long) &&a };
a:
  v++;
b:
  v++;
  return wide == narrow && narrow > 0 && pair[0] == 5 && pair[1] == narrow && (wide >> 64) == 0;
}

int
main (void)
{
  printf ("%d\n", f ());
  return 0;
}
