/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* What is between two bounds is compared with both. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (double x) { acos (x); }

/* { dg-final { scan-tree-dump "u>= -1.0e\\+0;" "cdce" } } */
/* { dg-final { scan-tree-dump "u<= 1.0e\\+0;" "cdce" } } */
