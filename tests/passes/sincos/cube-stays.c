/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* More multiplications round more often than the library does. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x) { return pow (x, 3.0); }

/* { dg-final { scan-tree-dump "pow \\(x" "sincos" } } */
