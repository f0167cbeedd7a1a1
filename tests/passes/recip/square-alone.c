/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Where the root divides nothing, the reciprocal is that of the square. */
double f (double *x, double m) { double q = m * m; x[0] = x[0] / q; x[1] = x[1] / q; x[2] = x[2] / q; return q; }

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times " / q_" 1 "recip" } } */
/* { dg-final { scan-tree-dump-not "powmult_reciptmp" "recip" } } */
