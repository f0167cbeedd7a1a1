/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* The loop is left by two ways. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (p[i] == 77)
        break;
      if (i < m)
        s += p[i];
      else
        s ^= p[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ == 77\)} "lsplit" } } */
/* { dg-final { scan-tree-dump-not "Loop split" "lsplit" } } */
