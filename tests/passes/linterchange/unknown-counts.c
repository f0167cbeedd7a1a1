/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* How often they go round need not be known. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (int n, int m)
{
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      a[i][j] += i * 3 + j;
}

/* { dg-final { scan-tree-dump "Loop_pair<outer:1, inner:2> is interchanged" "linterchange" } } */
/* { dg-final { scan-tree-dump "loops interchanged in loop nest" "linterchange" } } */
