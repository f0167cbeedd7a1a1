/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-original -fdump-tree-optimized" } */

/* Comparisons of what counts bits, in trees. */
__attribute__ ((noipa)) int low_zeros (unsigned a) { return __builtin_ctz (a) >= 3; }
__attribute__ ((noipa)) int is_third (unsigned a) { return __builtin_ctz (a) == 3; }
__attribute__ ((noipa)) int negative (unsigned a) { return __builtin_clz (a) == 0; }
__attribute__ ((noipa)) int any (unsigned a) { return __builtin_popcount (a) > 0; }
__attribute__ ((noipa)) int never (unsigned a) { return __builtin_ctz (a) == 40; }
/* What is not said of one bit stays. */
__attribute__ ((noipa)) int several (unsigned a) { return __builtin_popcount (a) > 1; }
/* Bytes that are swapped, masked, and swapped again. */
__attribute__ ((noipa)) unsigned back (unsigned a) { return __builtin_bswap32 (__builtin_bswap32 (a) & 0x5a5b5c5d); }
__attribute__ ((noipa)) unsigned not_back (unsigned a) { return __builtin_bswap32 (__builtin_bswap32 (a) + 0x5a5b5c5d); }
int
main (void)
{
  if (!low_zeros (24) || low_zeros (12) || !is_third (24) || is_third (16) || is_third (4)) return 1;
  if (!negative (1u << 31) || negative (1) || !any (2) || any (0) || never (7)) return 2;
  if (several (4) || !several (5)) return 3;
  return back (0x11223344) != (0x11223344 & 0x5d5c5b5a)
         || not_back (0x11223344) != __builtin_bswap32 (0x44332211u + 0x5a5b5c5d);
}

/* { dg-final { scan-tree-dump "return \\(a & 7\\) == 0;" "original" } } */
/* { dg-final { scan-tree-dump "return \\(a & 15\\) == 8;" "original" } } */
/* { dg-final { scan-tree-dump "return \\(signed int\\) a < 0;" "original" } } */
/* { dg-final { scan-tree-dump "return a != 0;" "original" } } */
/* { dg-final { scan-tree-dump "return 0;" "original" } } */
/* { dg-final { scan-tree-dump "__builtin_popcount \\(a\\) > 1" "original" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+\\(D\\) & 1566333786;" "optimized" } } */
/* { dg-final { scan-tree-dump-times "= __builtin_bswap32" 2 "optimized" } } */
