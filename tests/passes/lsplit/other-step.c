/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* It counts by another step. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0, j = 0; i < n; i++, j += 2)
    {
      if (j < m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(m_[0-9]+\(D\) > j_} "lsplit" } } */
/* { dg-final { scan-tree-dump-not "Loop split" "lsplit" } } */
