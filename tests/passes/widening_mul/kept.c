/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* A product that is used otherwise too stays, and so does one that is added elsewhere. */
double stored (double a, double b, double c, double *p) { *p = a * b; return *p + c; }
double twice (double a, double b) { double m = a * b; return m + m; }
double branch (double a, double b, double c, int k) { double m = a * b; if (k) return m + c; return m / c; }

/* { dg-final { scan-tree-dump { = m_[0-9]+ / c_} "widening_mul" } } */
/* { dg-final { scan-tree-dump-not "\\.FN?M" "widening_mul" } } */
