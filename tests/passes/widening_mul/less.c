/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* What is taken from a product. */
double f (double a, double b, double c)
{
  return a * b - c;
}

/* { dg-final { scan-tree-dump {\.FMS \(a_2\(D\), b_3\(D\), c_4\(D\)\)} "widening_mul" } } */
