/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* What is more than 10 is not 1. */
void f (char *x, unsigned s, int n) { if (s > 10) for (int i = 0; i < n; i++) x[i * s] = 0; }

/* { dg-final { scan-tree-dump "s_\[0-9\]+\\(D\\) can never be 1 in this loop" "lversion" } } */
/* { dg-final { scan-tree-dump-not "optimized: versioned" "lversion" } } */
