/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* At once are as many as reach the row that is used. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 2; i < n; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = c[i - 2][j] + y[j];
}

/* { dg-final { scan-tree-dump "applying unroll and jam with factor 3" "unrolljam" } } */
