/* Of a count the machine looks at six bits, at five for words: a mask that leaves as many goes, a narrower one stays. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-combine -fno-inline" } */

typedef unsigned long wide;

wide left (wide x, int n) { return x << (n & 63); }
wide right (wide x, long n) { return x >> (n & 63); }
long signed_right (long x, unsigned char n) { return x >> (n & 63); }
unsigned word_left (unsigned x, int n) { return x << (n & 31); }
int word_right (int x, int n) { return x >> (n & 31); }
wide fewer (wide x, int n) { return x << (n & 31); }
unsigned word_fewer (unsigned x, int n) { return x >> (n & 15); }

int
main (void)
{
  wide x = 0x8123456789abcdef;
  if (left (x, 68) != x << 4 || right (x, -60) != x >> 4 || signed_right (x, 132) != (long) x >> 4)
    __builtin_abort ();
  if (word_left (x, 36) != 0x9abcdef0 || word_right (x, -28) != 0xf89abcde)
    __builtin_abort ();
  if (fewer (x, 36) != x << 4 || word_fewer (x, 20) != 0x89abcde)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-rtl-dump "ashldi3_mask_1" "combine" } } */
/* { dg-final { scan-rtl-dump "lshrdi3_mask_1" "combine" } } */
/* { dg-final { scan-rtl-dump "ashrdi3_mask_1" "combine" } } */
/* { dg-final { scan-rtl-dump "ashlsi3_extend_mask_1" "combine" } } */
/* { dg-final { scan-rtl-dump "ashrsi3_extend_mask_1" "combine" } } */
/* { dg-final { scan-assembler-times {\tandi\t} 2 } } */
