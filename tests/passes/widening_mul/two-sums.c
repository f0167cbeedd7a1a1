/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A product goes into each of the sums it is in. */
double f (double a, double b, double c, double d)
{
  double t = a * b;
  return (t + c) * (t + d);
}

/* { dg-final { scan-tree-dump-times {\.FMA} 2 "widening_mul" } } */
/* { dg-final { scan-tree-dump-not {a_[0-9]+\(D\) \* b} "widening_mul" } } */
