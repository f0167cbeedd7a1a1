/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* The number of iterations is n - 1 only if n is not less than 1: the test stays. */
void f (int *a, int n) { int i = 0; do a[i] = i; while (++i < n); }

/* { dg-final { scan-tree-dump "; zero if n_\[0-9\]+\\(D\\) <= 0" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "Replacing exit test" "ivopts" } } */
