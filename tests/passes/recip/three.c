/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Three divisions are one and three multiplications. */
void f (double *x, double m) { x[0] = x[0] / m; x[1] = x[1] / m; x[2] = x[2] / m; }

/* { dg-final { scan-tree-dump-times " / " 1 "recip" } } */
/* { dg-final { scan-tree-dump-times "= reciptmp\\.\\d+_\\d+ \\* " 3 "recip" } } */
/* { dg-final { scan-tree-dump "= 1.0e\\+0 / m_\\d+\\(D\\)" "recip" } } */
