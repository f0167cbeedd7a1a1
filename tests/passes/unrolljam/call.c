/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* What is called may do anything. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void g (int);
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      {
        y[j] += a[i][j];
        g (j);
      }
}

/* { dg-final { scan-tree-dump {Cannot analyze data dependencies} "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
