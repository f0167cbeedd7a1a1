/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos -ffast-math" } */

/* Where that is allowed, it is done. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x) { return pow (x, 3.0); }

/* { dg-final { scan-tree-dump-times "powmult_\[0-9\]+ = " 2 "sincos" } } */
