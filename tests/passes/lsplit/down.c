/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* The other way round: the greater of both. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = n; i > 0; i--)
    {
      if (i <= m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
/* { dg-final { scan-tree-dump "= MAX_EXPR <" "lsplit" } } */
