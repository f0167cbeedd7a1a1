/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-sra -fdump-tree-optimized" } */

/* Nobody knows what a volatile asm does. */
static __attribute__ ((noinline)) int odd (int x) { __asm__ volatile ("# %0" : "+r" (x)); return x; }
int f (int x) { odd (x); return 1; }

/* { dg-final { scan-tree-dump-times " odd \\(x" 1 "optimized" } } */
