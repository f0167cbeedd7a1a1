/* { dg-do compile } */
/* { dg-options "-O2 -fno-ssa-backprop -fdump-tree-phiprop" } */

double
f (double x, int c)
{
  double a = c ? -x : x;
  return a * a;
}

/* { dg-final { scan-tree-dump { = -x} "phiprop" } } */
