/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* An equality holds in the middle. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i == m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(m_[0-9]+\(D\) == i_} "lsplit" } } */
/* { dg-final { scan-tree-dump-not "Loop split" "lsplit" } } */
