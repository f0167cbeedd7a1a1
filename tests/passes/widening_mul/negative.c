/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A product negated, and something taken from that. */
double f (double a, double b, double c)
{
  return -(a * b) - c;
}

/* { dg-final { scan-tree-dump {\.FNMS \(a_[0-9]+\(D\), b_[0-9]+\(D\), c_[0-9]+\(D\)\)} "widening_mul" } } */
