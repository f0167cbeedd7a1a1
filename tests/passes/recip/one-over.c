/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* One over the number is the reciprocal itself. */
void f (float *x, float m) { x[0] = 1 / m; x[1] = x[1] / m; x[2] = x[2] / m; }

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 2 "recip" } } */
/* { dg-final { scan-tree-dump "_\\d+ = reciptmp\\.\\d+_\\d+;" "recip" } } */
