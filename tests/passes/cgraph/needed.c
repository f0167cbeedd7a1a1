/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-cgraph" } */

/* What is seen from outside is needed. */
static int hidden;
int shown;
int f (void)
{
  return hidden;
}

/* { dg-final { scan-ipa-dump {Trivially needed symbols: f/2 shown/1\n} "cgraph" } } */
