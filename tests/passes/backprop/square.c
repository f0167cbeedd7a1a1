/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

double
f (double x, int c)
{
  double a = c ? -x : x;
  return a * a;
}

/* { dg-final { scan-tree-dump {Deleting iftmp.0_4 = -x_3\(D\);} "backprop" } } */
