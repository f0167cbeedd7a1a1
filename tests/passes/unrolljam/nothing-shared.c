/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* Nothing is used twice. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = b[j][i] + 1;
}

/* { dg-final { scan-tree-dump { c\[i_[0-9]+\]\[j_[0-9]+\] = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
