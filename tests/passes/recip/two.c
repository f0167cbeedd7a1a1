/* { dg-do compile } */
/* { dg-options "-O2 -freciprocal-math -fdump-tree-recip" } */

/* Two divisions stay. */
void f (double *x, double m) { x[0] = x[0] / m; x[1] = x[1] / m; }

/* { dg-final { scan-tree-dump-times " / m" 2 "recip" } } */
/* { dg-final { scan-tree-dump-not "reciptmp" "recip" } } */
