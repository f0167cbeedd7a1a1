/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cselim-details" } */

/* What was written in another round does not count.  */

void
f (int *p, int n, int m)
{
  for (int i = 0; i < n; i++)
    {
      int x = p[i];
      if (x > m)
        p[i] = m;
    }
}

/* { dg-final { scan-tree-dump { = m_[0-9]+\(D\);} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
