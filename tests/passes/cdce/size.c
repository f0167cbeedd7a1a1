/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-cdce" } */

/* Where size counts, a call is smaller. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return sqrt (x) + 1; }

/* { dg-final { scan-tree-dump { = sqrt \(x_} "cdce" } } */
/* { dg-final { scan-tree-dump-not "DCE_COND" "cdce" } } */
