/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* A quotient costs more, and is known if both operands are. */
int f (int a, int b)
{
  return a / b + a % b;
}

/* { dg-final { scan-ipa-dump {size:3.000000, time:21.000000,  nonconst if:\(op0 changed \|\| op1 changed\)} "fnsummary" } } */
