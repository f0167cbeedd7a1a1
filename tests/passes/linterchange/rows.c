/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* It is as it should be. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = a[i][j] * 3 + b[i][j];
}

/* { dg-final { scan-tree-dump { a\[i_[0-9]+\]\[j_[0-9]+\] = _} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
