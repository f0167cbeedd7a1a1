/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* The number may come from two ways. */
void f (float *x, float m, int c)
{
  if (c > 3) m = m + 1;
  x[0] = x[0] / m; x[1] = 2 / m; x[3] = x[3] / m;
}

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 3 "recip" } } */
