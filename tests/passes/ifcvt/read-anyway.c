/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-pre -fno-tree-fre -fno-code-hoisting -fdump-tree-ifcvt" } */

/* It is read in each iteration as well. */
int f (int *a, int *b, int *c, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      c[i] = b[i];
      if (a[i])
        s += b[i];
    }
  return s;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
