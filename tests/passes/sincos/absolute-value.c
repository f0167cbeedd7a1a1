/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos -ffast-math" } */

/* The absolute value of a complex number is a root of squares. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double a, double b) { _Complex double z = a + b * 1.0i; return cabs (z); }

/* { dg-final { scan-tree-dump "__builtin_sqrt \\(cabs_" "sincos" } } */
