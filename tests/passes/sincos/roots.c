/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos -ffast-math" } */

/* Halves and quarters are square roots. */
double pow (double, double);
double f (double x) { return pow (x, 2.75); }

/* { dg-final { scan-tree-dump-times "__builtin_sqrt" 2 "sincos" } } */
/* { dg-final { scan-tree-dump-not "= pow \\(" "sincos" } } */
