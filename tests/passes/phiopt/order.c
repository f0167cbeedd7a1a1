/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1" } */

/* Of a minimum the arm's value is first, but for constants. */
int f (int a, int b)
{
  int m = a;
  if (b < m)
    m = b;
  return m;
}

unsigned g (unsigned c)
{
  if (c > 255)
    c = 255;
  return c;
}

/* { dg-final { scan-tree-dump {_[0-9]+ = MIN_EXPR <b_[0-9]+\(D\), a_[0-9]+\(D\)>;} "phiopt1" } } */
/* { dg-final { scan-tree-dump {MIN_EXPR <c_[0-9]+\(D\), 255>} "phiopt1" } } */
