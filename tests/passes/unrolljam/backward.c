/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* The next row needs what comes later in this one. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < N - 1; j++)
      c[i][j] = c[i - 1][j + 1] + y[j];
}

/* { dg-final { scan-tree-dump { c\[i_[0-9]+\]\[j_[0-9]+\] = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
