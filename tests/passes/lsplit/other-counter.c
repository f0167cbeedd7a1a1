/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* Something else is compared that counts by the same step. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0, j = 5; i < n; i++, j++)
    {
      if (j < m)
        s += p[i];
      else
        s ^= p[j];
    }
  return s;
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
