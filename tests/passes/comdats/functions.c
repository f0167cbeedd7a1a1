/* C has no groups of symbols; functions are shown as they stand after inlining. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-comdats" } */
static int inlined (int x) { return x * 7; }
__attribute__ ((noinline)) static int called (int x) { return x * x; }
int f (int x) { return called (inlined (x)); }

/* { dg-final { scan-ipa-dump "called \\(int x\\)" "comdats" } } */
/* { dg-final { scan-ipa-dump "x_\[0-9\]+\\(D\\) \\* x_\[0-9\]+\\(D\\);" "comdats" } } */
/* { dg-final { scan-ipa-dump "x_\[0-9\]+\\(D\\) \\* 7;" "comdats" } } */
/* { dg-final { scan-ipa-dump-not "inlined \\(int x\\)" "comdats" } } */
