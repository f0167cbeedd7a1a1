/* { dg-do compile } */
/* { dg-options "-O2 -fno-inline -fdump-ipa-single-use" } */

/* A function that calls itself is one. */
static int state;
int f (int n)
{
  state += n;
  return n ? f (n - 1) + f (n / 2) + state : 0;
}

/* { dg-final { scan-ipa-dump "Variable state/\[0-9\]+ is used by single function" "single-use" } } */
