/* { dg-do compile } */
/* { dg-options "-O2 -funsafe-math-optimizations -fdump-tree-reassoc1" } */

/* The same added again and again is a product. */
double g (double x, double y)
{
  return (x + y) + (x + 3.0) + x;
}

/* { dg-final { scan-tree-dump "x_\[0-9\]+\\(D\\) \\* 3.0e\\+0" "reassoc1" } } */
