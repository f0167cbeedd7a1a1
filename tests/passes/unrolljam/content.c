/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* What moves by one place each time does not move by two. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 1; j < N; j++)
      y[j - 1] = y[j] + 1;
}

/* { dg-final { scan-tree-dump { y\[_[0-9]+\] = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
