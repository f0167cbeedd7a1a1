/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Of the angle's type. */
double sin (double), cos (double), pow (double, double), sqrt (double), cabs (_Complex double);
float sinf (float), cosf (float);
float f (float x) { return sinf (x) * cosf (x); }

/* { dg-final { scan-tree-dump "__builtin_cexpif" "sincos" } } */
