/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Neither of two on different ways is above the other. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x, int c) { return c ? sin (x) : cos (x); }

/* { dg-final { scan-tree-dump { = sin \(x_} "sincos" } } */
/* { dg-final { scan-tree-dump-not "cexpi" "sincos" } } */
