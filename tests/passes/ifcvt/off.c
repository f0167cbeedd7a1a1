/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-if-convert -fdump-tree-vect" } */

int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      s += a[i] * 3;
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ > k_} "vect" } } */
/* { dg-final { scan-tree-dump-not "Removing basic block" "vect" } } */
