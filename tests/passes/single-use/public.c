/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* Others may use what is seen outside. */
int shared;
int f (void)
{
  return ++shared;
}

/* { dg-final { scan-ipa-dump {shared = _} "single-use" } } */
/* { dg-final { scan-ipa-dump-not "Variable shared/\[0-9\]+ is used" "single-use" } } */
