/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* A reciprocal at the top serves all that comes below it. */
void f (double *x, double m, int c)
{
  x[0] = x[0] / m;
  x[1] = x[1] / m;
  if (c) x[2] = x[2] / m;
  x[3] = x[3] / m;
}

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 4 "recip" } } */
