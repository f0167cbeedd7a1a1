/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* Bounds depend on the type. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (float x, double y) { expf (x); exp (y); }

/* { dg-final { scan-tree-dump "u< 8.8e\\+1;" "cdce" } } */
/* { dg-final { scan-tree-dump "u< 7.09e\\+2;" "cdce" } } */
