/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* Calls through pointers, and functions whose addresses are taken. */
static int g (int x) { return x + 1; }
int (*p) (int) = g;
int f (int x)
{
  return p (x);
}

/* { dg-final { scan-ipa-dump {Indirect callnum speculative call targets: 0} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Address is taken} "cgraph" } } */
