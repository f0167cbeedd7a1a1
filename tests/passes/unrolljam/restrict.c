/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* Pointers do not lead to the same object. */
void f (double *restrict p, double *restrict q, int n, int m)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[j] += q[i] * j;
}

/* { dg-final { scan-tree-dump "applying unroll and jam with factor 2" "unrolljam" } } */
