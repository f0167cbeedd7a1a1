/* { dg-do compile } */
/* { dg-options "-O3 -fno-split-loops -fno-unswitch-loops -fdump-tree-optimized" } */

/* It can be switched off. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i < m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(i_[0-9]+ < m_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "MIN_EXPR" "optimized" } } */
