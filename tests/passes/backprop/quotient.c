/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

double
f (double x, double y)
{
  double a = -x / y;
  return __builtin_fabs (a);
}

/* { dg-final { scan-tree-dump {Deleting _1 = -x_2\(D\);\n} "backprop" } } */
