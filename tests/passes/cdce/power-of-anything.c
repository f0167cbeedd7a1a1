/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* Of any other base nothing is known. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
void f (double x, double y) { pow (x, y); }

/* { dg-final { scan-tree-dump {  pow \(x_} "cdce" } } */
/* { dg-final { scan-tree-dump-not "DCE_COND" "cdce" } } */
