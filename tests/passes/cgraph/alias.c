/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* Another name refers to the first. */
int f (int x)
{
  return x + 1;
}

int other (int) __attribute__ ((alias ("f")));

/* { dg-final { scan-ipa-dump {Type: function definition analyzed alias} "cgraph" } } */
/* { dg-final { scan-ipa-dump {References: f/0 \(alias\)} "cgraph" } } */
