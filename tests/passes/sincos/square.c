/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* A square is a product, whatever errno is. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x) { return pow (x, 2.0); }

/* { dg-final { scan-tree-dump "powmult_\[0-9\]+ = x_\[0-9\]+\\(D\\) \\* x_\[0-9\]+\\(D\\);" "sincos" } } */
/* { dg-final { scan-tree-dump-not "pow \\(" "sincos" } } */
