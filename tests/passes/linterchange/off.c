/* { dg-do compile } */
/* { dg-options "-O3 -fno-loop-interchange -fno-tree-loop-ivcanon -fdump-tree-copyprop3" } */

/* It can be switched off. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = a[i][j] * 3 + b[i][j];
}

/* { dg-final { scan-tree-dump { a\[i_[0-9]+\]\[j_[0-9]+\] = _} "copyprop3" } } */
/* { dg-final { scan-tree-dump-not "ivtmp" "copyprop3" } } */
