/* { dg-do compile } */
/* { dg-options "-O2 -fno-early-inlining -fdump-ipa-pure-const-details -fdump-tree-optimized" } */

/* Functions that call one another depend on their arguments alone, together. */
static int odd (int n);
static __attribute__ ((noinline)) int even (int n) { return n == 0 ? 1 : odd (n - 1) * 3; }
static __attribute__ ((noinline)) int odd (int n) { return n == 0 ? 0 : even (n - 1) * 5; }
int f (int n) { return even (n) + even (n); }

/* { dg-final { scan-ipa-dump "Function found to be (looping )?const: even" "pure-const" } } */
/* { dg-final { scan-ipa-dump "Function found to be (looping )?const: odd" "pure-const" } } */
/* { dg-final { scan-tree-dump-times " even \\(n" 1 "optimized" } } */
