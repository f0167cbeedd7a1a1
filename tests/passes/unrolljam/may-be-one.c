/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-unrolljam-details" } */

/* Pointers may lead to the same object. */
void f (double *p, double *q, int n, int m)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[j] += q[i] * j;
}

/* { dg-final { scan-tree-dump { \*_[0-9]+ = } "unrolljam" } } */
/* { dg-final { scan-tree-dump-not "applying unroll and jam" "unrolljam" } } */
