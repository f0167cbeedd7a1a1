/* With Zbb, counts of bits, rotations and the like are insns of their own, not calls.  */
/* { dg-do compile } */
/* { dg-options "-O2 -march=rv64gc_zbb" } */

int zeros (unsigned long x) { return __builtin_clzl (x); }
int zeros_of_half (unsigned x) { return __builtin_clz (x); }
int trailing (unsigned long x) { return __builtin_ctzl (x); }
int ones (unsigned x) { return __builtin_popcount (x); }
int parity (unsigned long x) { return __builtin_parityl (x); }
int first (long x) { return __builtin_ffsl (x); }
int signs (int x) { return __builtin_clrsb (x); }
unsigned swap (unsigned x) { return __builtin_bswap32 (x); }
long smaller (long a, long b) { return a < b ? a : b; }
unsigned long larger (unsigned long a, unsigned long b) { return a > b ? a : b; }
long magnitude (long a) { return a < 0 ? -a : a; }
unsigned long by_seven (unsigned long x) { return x >> 7 | x << 57; }
unsigned left (unsigned x, unsigned n) { return x << n | x >> (-n & 31); }

/* { dg-final { scan-assembler-not "call" } } */
/* { dg-final { scan-assembler-times "clz\t" 2 } } */
/* { dg-final { scan-assembler-times "clzw\t" 1 } } */
/* { dg-final { scan-assembler-times "ctz\t" 2 } } */
/* { dg-final { scan-assembler-times "cpopw?\t" 2 } } */
/* { dg-final { scan-assembler-times "rev8\t" 1 } } */
/* { dg-final { scan-assembler-times "min\t" 1 } } */
/* { dg-final { scan-assembler-times "maxu\t" 1 } } */
/* { dg-final { scan-assembler-times "max\t" 1 } } */
/* { dg-final { scan-assembler-times "rori\t" 1 } } */
/* { dg-final { scan-assembler-times "rolw\t" 1 } } */
