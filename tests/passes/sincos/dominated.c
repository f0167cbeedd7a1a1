/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* The call is where the upper of the two was. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x, int c) { double s = sin (x); if (c) s += cos (x); return s; }

/* { dg-final { scan-tree-dump-times "__builtin_cexpi" 1 "sincos" } } */
