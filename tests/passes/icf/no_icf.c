/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-icf-optimized" } */
int ext (int);
__attribute__ ((noinline, no_icf)) static int f (int x) { return ext (x) + 1; }
__attribute__ ((noinline, no_icf)) static int g (int x) { return ext (x) + 1; }

int use (int k) { return f (k) + g (k); }

/* Equal they are. */
/* { dg-final { scan-ipa-dump "Semantic equality hit:f/\[0-9\]+->g/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump-not "Unified;" "icf" } } */
/* { dg-final { scan-assembler "\ng:" } } */
