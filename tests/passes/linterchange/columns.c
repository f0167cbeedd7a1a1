/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* Rows are gone through one after the other then. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = a[i][j] * 3 + b[i][j];
}

/* { dg-final { scan-tree-dump "Loop_pair<outer:1, inner:2> is interchanged" "linterchange" } } */
/* { dg-final { scan-tree-dump "loops interchanged in loop nest" "linterchange" } } */
