/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* A function that does nothing is as small as one can be. */
int f (int n, ...)
{
  return n;
}

/* { dg-final { scan-ipa-dump {self size:       3\n} "fnsummary" } } */
