/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized -fno-tree-builtin-call-dce" } */

/* The option switches it off. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return sqrt (x) + 1; }

/* { dg-final { scan-tree-dump-not ".SQRT" "optimized" } } */
/* { dg-final { scan-tree-dump "= sqrt \\(" "optimized" } } */
