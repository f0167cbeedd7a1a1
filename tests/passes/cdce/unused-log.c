/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* What is called for errno alone is called where it sets it. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (double x) { log (x); }

/* { dg-final { scan-tree-dump "u> 0.0;" "cdce" } } */
/* { dg-final { scan-tree-dump "goto <bb 4>; \\\[0.05%\\\]" "cdce" } } */
