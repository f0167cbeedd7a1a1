/* { dg-do compile } */
/* { dg-options "-O2 -funswitch-loops -fno-thread-jumps -fdump-tree-unswitch-details" } */

/* Where the inner loops are not gone round nothing is done: they are skipped as a whole. */
void f (float **a, float **b, float *c, int n, int m, int l) {
  for (int i = 0; i < l; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++) c[i] += a[i][k] * b[k][j];
}

/* { dg-final { scan-tree-dump-times "optimized: Guard hoisted" 3 "unswitch" } } */
