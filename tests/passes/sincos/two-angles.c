/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Two angles have two calls. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x, double y) { return sin (x) + cos (y); }

/* { dg-final { scan-tree-dump { = cos \(y_} "sincos" } } */
/* { dg-final { scan-tree-dump-not "cexpi" "sincos" } } */
