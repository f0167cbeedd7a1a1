/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce-details" } */

/* The machine finds roots of what is not negative. */
double sqrt (double), log (double), pow (double, double), exp (double), acos (double), sinh (double), fmod (double, double);
float sqrtf (float), expf (float);
double f (double x) { return sqrt (x) + 1; }

/* { dg-final { scan-tree-dump "= .SQRT \\(x_\[0-9\]+\\(D\\)\\);" "cdce" } } */
/* { dg-final { scan-tree-dump "u>= 0.0;" "cdce" } } */
/* { dg-final { scan-tree-dump "# _\[0-9\]+ = PHI <_\[0-9\]+\\(4\\), _\[0-9\]+\\(5\\)>" "cdce" } } */
