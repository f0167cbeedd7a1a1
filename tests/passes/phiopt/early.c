/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1-details -fdump-tree-phiopt2" } */

/* Among the early optimizations branches stay, but for minima, maxima and absolute values. */
int smaller (int a, int b)
{
  int r;
  if (a < b)
    r = 1;
  else
    r = 0;
  return r;
}

int same (int x, int y)
{
  int r;
  if (x != y)
    r = x;
  else
    r = y;
  return r;
}

int most (int a, int b)
{
  int r = b;
  if (a > b)
    r = a;
  return r;
}

/* { dg-final { scan-tree-dump-times "converted to straightline code" 1 "phiopt1" } } */
/* { dg-final { scan-tree-dump "MAX_EXPR" "phiopt1" } } */
/* { dg-final { scan-tree-dump {# r_1 = PHI <1\(2\), 0\(3\)>} "phiopt1" } } */
/* { dg-final { scan-tree-dump-not "PHI" "phiopt2" } } */
/* { dg-final { scan-tree-dump-not "if " "phiopt2" } } */
