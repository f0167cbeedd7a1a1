/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* The sum is in memory again. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

/* { dg-final { scan-tree-dump "Loop_pair<outer:2, inner:3> is interchanged" "linterchange" } } */
/* { dg-final { scan-tree-dump "loops interchanged in loop nest" "linterchange" } } */
/* { dg-final { scan-tree-dump "Loop_pair<outer:1, inner:2> is not interchanged" "linterchange" } } */
