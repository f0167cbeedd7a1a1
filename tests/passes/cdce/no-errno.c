/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce -fno-math-errno" } */

/* Without errno there is nothing to call for. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return sqrt (x) + 1; }

/* { dg-final { scan-tree-dump { = sqrt \(x_} "cdce" } } */
/* { dg-final { scan-tree-dump-not "DCE_COND" "cdce" } } */
