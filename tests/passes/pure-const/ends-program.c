/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-pure-const-details -fdump-tree-local-pure-const2-details" } */

/* What a function does that never returns, nothing after a call sees: that is known before functions are optimized. */
extern int n;
void f (void) { n = 1; __builtin_exit (n); }

/* { dg-final { scan-ipa-dump "Function found to be looping pure: f" "pure-const" } } */
/* { dg-final { scan-tree-dump-not "found to be looping pure" "local-pure-const2" } } */
