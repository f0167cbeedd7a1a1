/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* A sum has a sign whose parts matter.  */

double
f (double x, int n)
{
  double a = 1;
  for (int i = 0; i < n; i++)
    a = -a + x;
  return __builtin_fabs (a);
}

/* { dg-final { scan-tree-dump { = ABS_EXPR <a_} "backprop" } } */
/* { dg-final { scan-tree-dump-not {Deleting [^i]} "backprop" } } */
