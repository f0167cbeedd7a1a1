/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* What is used is there either way. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 1; j < N; j++)
    for (int i = 1; i < N; i++)
      a[i][j] = a[i - 1][j - 1] + 1;
}

/* { dg-final { scan-tree-dump "Loop_pair<outer:1, inner:2> is interchanged" "linterchange" } } */
/* { dg-final { scan-tree-dump "loops interchanged in loop nest" "linterchange" } } */
