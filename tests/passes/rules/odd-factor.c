/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized -fdump-tree-original" } */

/* Where overflow wraps, an odd factor has an inverse. */
__attribute__ ((noipa)) int odd (unsigned x) { return x * 7 == 3; }
__attribute__ ((noipa)) int odd_byte (unsigned char x) { unsigned char y = x * 5; return y != 4; }
__attribute__ ((noipa)) int minus_three (unsigned long x) { return x * -3ul == 5; }
/* An even one has none. */
__attribute__ ((noipa)) int even (unsigned x) { return x * 6 == 4; }
int
main (void)
{
  for (unsigned x = 613566700; x < 613566800; x++) if (odd (x) != (x == 613566757)) return 1;
  for (int x = 0; x < 256; x++) if (odd_byte (x) != ((unsigned char) (x * 5) != 4)) return 2;
  if (!minus_three (12297829382473034409ul) || minus_three (12297829382473034410ul)) return 3;
  return !even (1431655766) || !even (3579139414) || even (5);
}

/* { dg-final { scan-tree-dump "return x == 613566757;" "original" } } */
/* { dg-final { scan-tree-dump-times " \\* " 1 "optimized" } } */
