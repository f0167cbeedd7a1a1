/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-vectorize -fdump-tree-dce6 -fdump-tree-cunroll" } */

/* Without the vectorizer there are no versions: the names are those from before. */
int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      s += a[i] * 3;
  return s;
}

/* { dg-final { scan-tree-dump "_4 = \\*_3;" "cunroll" } } */
