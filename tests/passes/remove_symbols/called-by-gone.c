/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-ipa-remove_symbols" } */

/* What functions call that are gone goes, too, even if they call one another. */
static int a (int);
static __attribute__ ((noinline)) int b (int x) { return x ? a (x - 1) : 0; }
static __attribute__ ((noinline)) int a (int x) { return x ? b (x - 1) : 1; }
static int unused (int x) { return a (x); }
int f (void) { return 0; }

/* { dg-final { scan-assembler-not "^(a|b|unused):" } } */
/* { dg-final { scan-assembler "\nf:" } } */
