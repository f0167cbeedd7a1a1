/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* How often the loop inside goes round depends on the one around. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
void f (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      y[j] += a[i][j] * x[i];
}

/* { dg-final { scan-tree-dump {if \(j_[0-9]+ < i_} "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
