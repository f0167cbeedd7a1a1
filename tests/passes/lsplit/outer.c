/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* Of two loops, one in the other, the inner one is split only. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i < m)
        s += p[0] * i;
      for (int j = 0; j < n; j++)
        {
          if (j < m)
            s += p[i + j];
          else
            s ^= p[j];
        }
    }
  return s;
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
