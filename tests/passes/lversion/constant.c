/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* The innermost dimension is gone along with a stride of 1 already. */
extern int a[100][100];
void f (int s, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * s][j] = 0; }

/* { dg-final { scan-tree-dump "1 is likely to be the innermost dimension" "lversion" } } */
/* { dg-final { scan-tree-dump-not "optimized: versioned" "lversion" } } */
