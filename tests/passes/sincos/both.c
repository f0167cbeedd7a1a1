/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Sine and cosine of one angle are one call. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x) { return sin (x) + cos (x); }

/* { dg-final { scan-tree-dump-times "__builtin_cexpi \\(x_\[0-9\]+\\(D\\)\\)" 1 "sincos" } } */
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <sincostmp_" "sincos" } } */
/* { dg-final { scan-tree-dump "REALPART_EXPR <sincostmp_" "sincos" } } */
