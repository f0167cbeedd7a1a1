/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-fnsummary" } */

/* Calls cost what their arguments take, and ten. */
extern int ext (int);
int f (int x)
{
  return ext (x) + ext (2);
}

/* { dg-final { scan-ipa-dump {global time:     27.000000} "fnsummary" } } */
/* { dg-final { scan-ipa-dump-times {ext/1 function body not available} 2 "fnsummary" } } */
