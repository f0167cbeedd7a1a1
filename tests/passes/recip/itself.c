/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* A number over itself is not counted, and stays. */
void f (float *x, float m) { x[0] = x[0] / m; x[1] = 2 / m; x[2] = m / m; x[3] = x[3] / m; }

/* { dg-final { scan-tree-dump-times " / m" 2 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 3 "recip" } } */
