/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* There is more in the outer loop. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N; j++)
    {
      w[j] = 4;
      for (int i = 0; i < N; i++)
        a[i][j] += v[i];
    }
}

/* { dg-final { scan-tree-dump { w\[j_[0-9]+\] = 4;} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
