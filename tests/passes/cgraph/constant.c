/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* What is never written is known. */
const int k = 3;
int f (int x)
{
  return x * k;
}

/* { dg-final { scan-ipa-dump {Varpool flags: initialized read-only const-value-known} "cgraph" } } */
