/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Sine alone stays a call of it. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
double f (double x) { return sin (x) * 3; }

/* { dg-final { scan-tree-dump "= sin \\(x" "sincos" } } */
