/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* Tests move before the nest, and two become one. */
void f (char *x, int *y, int s, long t, int n, int m) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) x[i * s + j * m] = y[i * t];
}

/* { dg-final { scan-tree-dump-times "hoisting check that \[st\]_\[0-9\]+\\(D\\) == 1 to outer loop" 2 "lversion" } } */
/* { dg-final { scan-tree-dump-times "optimized: versioned this loop" 1 "lversion" } } */
/* { dg-final { scan-tree-dump "(_\[0-9\]+) = t_\[0-9\]+\\(D\\) != 1;\n  (_\[0-9\]+) = s_\[0-9\]+\\(D\\) != 1;\n  (_\[0-9\]+) = \\1 \\| \\2;\n  if \\(\\3 != 0\\)" "lversion" } } */
