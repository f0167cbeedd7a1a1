/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* Two functions use it. */
static int count;
int f (void)
{
  return ++count;
}

int g (void)
{
  return count;
}

/* { dg-final { scan-ipa-dump {count = _} "single-use" } } */
/* { dg-final { scan-ipa-dump-not "is used by single function" "single-use" } } */
