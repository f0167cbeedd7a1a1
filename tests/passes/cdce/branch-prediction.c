/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* The call is hardly ever made. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return sqrt (x) + 1; }

/* { dg-final { scan-tree-dump "local count: 536864" "cdce" } } */
