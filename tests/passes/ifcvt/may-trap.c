/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt-details" } */

/* What is read under a condition only may not be there. */
int f (int *a, int *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i])
      s += b[i];
  return s;
}

/* { dg-final { scan-tree-dump "tree could trap" "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
