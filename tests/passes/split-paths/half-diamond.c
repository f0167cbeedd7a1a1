/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fno-tree-vectorize -fdump-tree-split-paths-details" } */

/* A value that is there or one more. */
int f (double *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (p[i] >= 0.5) s += i;
  return s;
}

/* { dg-final { scan-tree-dump "appears to be a join point for if-convertable half-diamond\\." "split-paths" } } */
