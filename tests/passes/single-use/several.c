/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* Each variable by itself. */
static int a, b, c;
int f (void)
{
  return a++ + c++;
}

int g (void)
{
  return b++ + c--;
}

/* { dg-final { scan-ipa-dump "Variable a/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump "Variable b/\[0-9\]+ is used by single function" "single-use" } } */
/* { dg-final { scan-ipa-dump-not "Variable c/\[0-9\]+ is used" "single-use" } } */
