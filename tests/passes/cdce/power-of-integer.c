/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* So do those of small positive integers. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (unsigned char x, double y) { pow (x, y); }

/* { dg-final { scan-tree-dump "DCE_COND1.\[0-9\]+_\[0-9\]+ > 0" "cdce" } } */
/* { dg-final { scan-tree-dump "u<= 1.28e\\+2;" "cdce" } } */
