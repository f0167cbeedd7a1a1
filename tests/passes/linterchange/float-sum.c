/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* The order counts where floats are added up. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
double s[N], m[N][N];
void f (void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      s[j] += m[i][j];
}

/* { dg-final { scan-tree-dump { s\[j_[0-9]+\] = _} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
