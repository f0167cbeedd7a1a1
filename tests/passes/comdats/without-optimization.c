/* The pass runs without optimization, too. */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-ipa-comdats" } */
static int called (int x) { return x * 7; }
int f (int x) { return called (x); }

/* { dg-final { scan-ipa-dump "called \\(int x\\)" "comdats" } } */
/* { dg-final { scan-ipa-dump "= called \\(x" "comdats" } } */
