/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A product that is taken from something. */
double f (double a, double b, double c)
{
  return c - a * b;
}

/* { dg-final { scan-tree-dump {\.FNMA \(a_2\(D\), b_3\(D\), c_4\(D\)\)} "widening_mul" } } */
