/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* The parts of what a loop sums up have φs of their own. */
_Complex double f (_Complex double *p, int n)
{
  _Complex double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}

/* { dg-final { scan-tree-dump-times "s\\\$real_\[0-9\]+ = PHI <" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-times "s\\\$imag_\[0-9\]+ = PHI <" 2 "cplxlower1" } } */
/* { dg-final { scan-tree-dump "= REALPART_EXPR <\\*" "cplxlower1" } } */
