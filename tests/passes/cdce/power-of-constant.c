/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* Powers of small constants overflow for large exponents only. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (double y) { pow (2.0, y); }

/* { dg-final { scan-tree-dump "u< 1.27e\\+2;" "cdce" } } */
