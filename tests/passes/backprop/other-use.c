/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* A value whose sign is wanted elsewhere stays.  */

double
f (double x, double y)
{
  double a = -x;
  return __builtin_cos (a) + a * y;
}

/* { dg-final { scan-tree-dump {a_[0-9]+ = -x_} "backprop" } } */
/* { dg-final { scan-tree-dump-not {Deleting} "backprop" } } */
