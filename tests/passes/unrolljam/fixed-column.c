/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* One element is written in all iterations of the loop inside. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      { x[i] = x[i + 1] + 2; c[i][j] += y[j]; }
}

/* { dg-final { scan-tree-dump { c\[i_[0-9]+\]\[j_[0-9]+\] = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
