/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* What it takes to be entered and left is taken only if it is not inlined. */
int f (int x)
{
  return x + 1;
}

/* { dg-final { scan-ipa-dump {IPA function summary for f/0 inlinable\n  global time:     3.000000\n  self size:       4\n} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {size:3.000000, time:2.000000,  executed if:\(not inlined\)} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {size:1.000000, time:1.000000,  nonconst if:\(op0 changed\)} "fnsummary" } } */
