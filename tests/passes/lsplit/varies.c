/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* What it is compared with is not the same in all iterations. */
int f (int *p, int *m, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i < p[s & 7])
        s += p[i] + 1;
      else
        s ^= p[i] + 3;
      *m = s;
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ > i_} "lsplit" } } */
/* { dg-final { scan-tree-dump-not "Loop split" "lsplit" } } */
