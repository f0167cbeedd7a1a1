/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* What is used would not be there yet. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N - 1; j++)
    for (int i = 1; i < N; i++)
      a[i][j] = a[i - 1][j + 1] + 1;
}

/* { dg-final { scan-tree-dump { a\[i_[0-9]+\]\[j_[0-9]+\] = } "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
