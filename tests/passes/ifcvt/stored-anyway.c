/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-dse -fno-tree-sink -fno-tree-cselim -fdump-tree-ifcvt" } */

/* It is written in each iteration as well. */
void f (int *a, int *b, int n) {
  for (int i = 0; i < n; i++)
    {
      b[i] = 4;
      if (a[i])
        b[i] = 7;
    }
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
