/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* An odd function hands the sign on.  */

double
f (double x, int c)
{
  double a = c ? -x : x;
  return __builtin_fabs (__builtin_sin (a));
}

/* { dg-final { scan-tree-dump {Deleting iftmp} "backprop" } } */
