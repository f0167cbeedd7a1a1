/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* The index is not within the array in all iterations. */
int b[64];
int f (int *a) {
  int s = 0;
  for (int i = 0; i < 65; i++)
    if (a[i])
      s += b[i];
  return s;
}

/* { dg-final { scan-tree-dump { = b\[i_[0-9]+\];} "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
