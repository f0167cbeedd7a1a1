/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* Three times a sign is a sign.  */

double
f (double x, int c)
{
  double a = c ? -x : x;
  return a * a * a;
}

/* { dg-final { scan-tree-dump { = -x_} "backprop" } } */
/* { dg-final { scan-tree-dump-not {Deleting} "backprop" } } */
