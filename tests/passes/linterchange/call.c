/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* What is called may do anything. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void g (int);
void f (void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      { a[i][j] += 5; g (i); }
}

/* { dg-final { scan-tree-dump {  g \(i_} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
