/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* What is done on one way is done if the argument takes that way. */
extern int ext (int);
int f (int k, int x)
{
  if (k)
    return ext (x) * 3;
  return x;
}

/* { dg-final { scan-ipa-dump {size:2.000000, time:2.000000,  nonconst if:\(op0 changed\)} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {size:1.000000, time:0.202400,  executed if:\(op0 != 0\)} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {freq:0.20 loop depth: 0 size: 3 time: 12 predicate: \(op0 != 0\)} "fnsummary" } } */
