/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Where dividing is a call, two divisions are enough. */
void f (long double *x, long double m) { x[0] = x[0] / m; x[1] = x[1] / m; }

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 2 "recip" } } */
