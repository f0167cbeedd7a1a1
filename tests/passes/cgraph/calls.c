/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* Each call is there. */
static int g (int x) { return x + 1; }
int f (int x)
{
  return g (x) + g (3);
}

/* { dg-final { scan-ipa-dump {Called by: f/1 f/1 ?\n  Calls: ?\n} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Calls: g/0 g/0} "cgraph" } } */
