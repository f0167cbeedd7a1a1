/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-whole-program -fdump-tree-optimized" } */

/* An address that is taken and then not needed does no harm. */
static int n = 4;
int f (int k)
{
  int *p = &n;
  int r = n;
  if (k > 3)
    r += *p;
  return r;
}

/* { dg-final { scan-ipa-dump "n/\[0-9\]+ \\(\[-a-z \]*read-only\\)" "whole-program" } } */
/* { dg-final { scan-tree-dump-not "= n;" "optimized" } } */
