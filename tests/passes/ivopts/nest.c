/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* The inner loop's first address is what the outer loop's variable is. */
void f (int *p, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i * 8 + j] += j; }

/* { dg-final { scan-tree-dump "Processing loop 2" "ivopts" } } */
/* { dg-final { scan-tree-dump "Processing loop 1" "ivopts" } } */
/* { dg-final { scan-tree-dump-times "Replacing exit test" 2 "ivopts" } } */
