/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details -frounding-math" } */

/* The sign decides which way is up. GCC strips it nevertheless.  */

double
f (double x, double y)
{
  double a = -x;
  double b = a * y;
  return b * b;
}

/* { dg-final { scan-tree-dump {b_[0-9]+ \* b_} "backprop" } } */
/* { dg-final { scan-tree-dump-not {Deleting} "backprop" } } */
