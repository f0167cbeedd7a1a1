/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* Variables in the frame, whose addresses are known. */
extern void fill (int *);
int f (int i)
{
  int t[100];
  fill (t);
  return t[i];
}

/* { dg-final { scan-ipa-dump {self stack:      400} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {op0 is compile time invariant} "fnsummary" } } */
