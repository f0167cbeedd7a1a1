/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* The first iterations do the one, the others the other. */
void f (int *p, int *q, int n, int m) {
  for (int i = 0; i < n; i++)
    {
      if (i < m)
        p[i] += 3;
      else
        q[i] -= p[i];
    }
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
/* { dg-final { scan-tree-dump "Found potential split point: if .i_\[0-9\]+ < m_\[0-9\]+.D.." "lsplit" } } */
/* { dg-final { scan-tree-dump "= MIN_EXPR <m_\[0-9\]+.D., n_\[0-9\]+.D.>;" "lsplit" } } */
