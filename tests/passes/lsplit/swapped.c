/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lsplit-details" } */

/* What is counted stands on the right. */
int f (int *p, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (m > i)
      s += p[i];
  return s;
}

/* { dg-final { scan-tree-dump-times ";; Loop split." 1 "lsplit" } } */
