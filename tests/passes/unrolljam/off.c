/* { dg-do compile } */
/* { dg-options "-O3 -fno-loop-unroll-and-jam -fdump-tree-cddce2" } */

/* It can be switched off. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      y[j] += a[i][j] * x[i];
}

/* { dg-final { scan-tree-dump-times "y\\\[j_\[0-9\]+\\\] = " 1 "cddce2" } } */
