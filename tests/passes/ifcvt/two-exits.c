/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] == 77)
        break;
      if (a[i] > k)
        s += a[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ == 77\)} "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
