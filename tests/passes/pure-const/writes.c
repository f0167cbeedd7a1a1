/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-pure-const -fdump-tree-local-pure-const1 -fdump-tree-optimized" } */

/* What calls a function that writes is not pure either. */
int n;
static __attribute__ ((noinline)) int next (void) { return ++n; }
static __attribute__ ((noinline)) int after (int x) { return x + next (); }
int f (int x) { return after (x) + after (x); }

/* { dg-final { scan-ipa-dump-not "found to be \[a-z \]*(const|pure): (next|after)" "pure-const" } } */
/* { dg-final { scan-tree-dump-not "found to be \[a-z \]*(const|pure): (next|after)" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-times " after \\(x" 2 "optimized" } } */
