/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* The loop around stores, too. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    {
      x[i] = i;
      for (int j = 0; j < N; j++)
        y[j] += a[i][j];
    }
}

/* { dg-final { scan-tree-dump { x\[i_[0-9]+\] = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
