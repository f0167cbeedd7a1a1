/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* A variable that one function uses. */
static int count;
int f (void)
{
  return ++count;
}

/* { dg-final { scan-ipa-dump "Variable count/\[0-9\]+ is used by single function" "single-use" } } */
