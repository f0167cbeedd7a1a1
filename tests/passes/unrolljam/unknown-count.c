/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* How often the loop around goes round is not known before. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      y[j] += a[i][j] * x[i];
}

/* { dg-final { scan-tree-dump "applying unroll and jam with factor 2" "unrolljam" } } */
