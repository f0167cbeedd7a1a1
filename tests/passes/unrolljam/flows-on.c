/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* What comes out of the loop inside goes into it again. */
#define N 64
double a[N][N], x[N], y[N], c[N][N], b[N][N];
double f (int n, double s)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      s = s * 3 + y[j];
  return s;
}

/* { dg-final { scan-tree-dump {s_[0-9]+ = PHI <s_[0-9]+\([0-9]+\)>} "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
