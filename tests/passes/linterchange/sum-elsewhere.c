/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-linterchange-details" } */

/* The sum is about what is written elsewhere. */
#define N 200
int a[N][N], b[N][N], c[N][N], v[N], w[N];
void f (void)
{
  for (int j = 0; j < N; j++)
    {
      int s = v[j];
      for (int i = 0; i < N; i++)
        {
          s += a[i][j];
          v[i] = i;
        }
      v[j] = s;
    }
}

/* { dg-final { scan-tree-dump { v\[i_[0-9]+\] = i_} "linterchange" } } */
/* { dg-final { scan-tree-dump-not "is interchanged" "linterchange" } } */
