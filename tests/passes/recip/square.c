/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Divisions by the square count. */
double f (double *x, double m) { double q = m * m; x[0] = x[0] / q; x[1] = x[1] / q; x[2] = x[2] / m; return q; }

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= powmult_reciptmp\\.\\d+_\\d+ \\* " 2 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 2 "recip" } } */
