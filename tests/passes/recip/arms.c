/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Not enough divisions on either way. */
void f (double *x, double m, int c)
{
  x[0] = x[0] / m;
  if (c) { x[1] = x[1] / m; x[2] = x[2] / m; }
}

/* { dg-final { scan-tree-dump-times " / m" 3 "recip" } } */
/* { dg-final { scan-tree-dump-not "reciptmp" "recip" } } */
