/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sincos" } */

/* Whole powers of the compiler's own function take few products. */
double f (double x) { return __builtin_powi (x, 15); }

/* { dg-final { scan-tree-dump-times "powmult_\[0-9\]+ = " 5 "sincos" } } */
/* { dg-final { scan-tree-dump-not "__builtin_powi" "sincos" } } */
