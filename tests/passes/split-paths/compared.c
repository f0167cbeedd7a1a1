/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fdump-tree-split-paths-details" } */

/* The greater of two that are compared. */
double f (double *d, int n, double *p) {
  double m = d[0];
  for (int i = 0; i < n; i++) {
    m = d[i] < m ? m : d[i];
    p[i] = m;
  }
  return m;
}

/* { dg-final { scan-tree-dump "appears to be optimized to a join point for if-convertable half-diamond\\." "split-paths" } } */
