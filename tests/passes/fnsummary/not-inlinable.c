/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* What must not be inlined is not. */
int __attribute__ ((noinline)) f (int x)
{
  return x + 1;
}

int g (int x)
{
  return f (x) + 1;
}

/* { dg-final { scan-ipa-dump {summary for g/1 inlinable} "fnsummary" } } */
/* { dg-final { scan-ipa-dump {summary for f/0 *\n} "fnsummary" } } */
