/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* How often the inner loop goes round depends on the outer one. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < j; i++)
      a[i][j] += 5;
}

/* { dg-final { scan-tree-dump {if \(i_[0-9]+ < j_} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
