/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* It begins to hold. */
int f (int *p, long n, long m) {
  int s = 0;
  for (long i = 0; i < n; i++)
    {
      if (i >= m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
