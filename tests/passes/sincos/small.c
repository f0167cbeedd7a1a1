/* { dg-do compile } */
/* { dg-options "-Os -fdump-tree-sincos" } */

/* Where size counts, a call is smaller. */
double f (double x) { return __builtin_powi (x, 15); }

/* { dg-final { scan-tree-dump "__builtin_powi" "sincos" } } */
