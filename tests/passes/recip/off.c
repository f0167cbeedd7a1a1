/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Divisions are rounded once where nobody says otherwise. */
void f (double *x, double m) { x[0] = x[0] / m; x[1] = x[1] / m; x[2] = x[2] / m; }

/* { dg-final { scan-tree-dump-times " / m" 3 "optimized" } } */
