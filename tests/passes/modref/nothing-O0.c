/* { dg-do compile } */
/* { dg-options "-O0 -fdump-ipa-modref" } */

/* Without optimisation functions are only named. */
int inc (int x)
{
  return x + 1;
}

/* { dg-final { scan-ipa-dump {modref analyzing 'inc/0' \(ipa=1\)} "modref" } } */
/* { dg-final { scan-ipa-dump-not {loads:} "modref" } } */
