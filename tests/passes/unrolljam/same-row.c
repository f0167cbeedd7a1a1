/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* Two iterations add to the same elements at once. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      y[j] += a[i][j] * x[i];
}

/* { dg-final { scan-tree-dump "applying unroll and jam with factor 2" "unrolljam" } } */
