/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* What a builtin computes can be computed always. */
int f (unsigned *a, int n, unsigned k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      s ^= __builtin_bswap32 (a[i]);
  return s;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
