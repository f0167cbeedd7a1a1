/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* What is counted is used after the loops. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
int k;
int f (int n)
{
  int i = 0;
  for (int j = 0; j < N; j++)
    for (i = 0; a[i][j] < n; i++)
      a[i][j] += 5;
  return i;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ < n_} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
