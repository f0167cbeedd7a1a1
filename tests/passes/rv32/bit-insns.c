/* { dg-do compile } */
/* { dg-options "-march=rv32gc_zba_zbb_zbs -mabi=ilp32d -O2" } */

/* Instructions for bits: of words, and where there is none for two of them a function of the library.  */
int signs (int a) { return __builtin_clrsb (a); }
/* { dg-final { scan-assembler "srai\ta\[0-9\],a0,31" } } */
/* { dg-final { scan-assembler "addi\ta0,a\[0-9\],-1" } } */
int zeros (unsigned a) { return __builtin_clz (a) + __builtin_ctz (a); }
/* { dg-final { scan-assembler "clz\ta\[0-9\],a0" } } */
/* { dg-final { scan-assembler "ctz\ta\[0-9\],a0" } } */
unsigned turned (unsigned a) { return __builtin_bswap32 (a); }
/* { dg-final { scan-assembler "turned:\n\trev8\ta0,a0\n\tret" } } */
unsigned long long both (unsigned long long a) { return __builtin_bswap64 (a); }
/* { dg-final { scan-assembler "__bswapdi2" } } */
int larger (int a, int b) { return a > b ? a : b; }
/* { dg-final { scan-assembler "larger:\n\tmax\ta0,a\[01\],a\[01\]\n\tret" } } */
/* { dg-final { scan-assembler-not "(clz|ctz|cpop|rol|ror|rori)w" } } */
