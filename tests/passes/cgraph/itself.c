/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* A function that calls itself. */
int f (int n)
{
  return n ? n * f (n - 1) : 1;
}

/* { dg-final { scan-ipa-dump {Called by: f/0} "cgraph" } } */
/* { dg-final { scan-ipa-dump {Calls: f/0} "cgraph" } } */
