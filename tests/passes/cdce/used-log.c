/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* A logarithm that is used is computed. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return log (x); }

/* { dg-final { scan-tree-dump { = log \(x_} "cdce" } } */
/* { dg-final { scan-tree-dump-not "DCE_COND" "cdce" } } */
