/* { dg-do compile } */
/* { dg-options "-O2 -fno-ssa-phiopt -fdump-tree-ifcvt" } */

/* The choice is the smaller of two. */
void f (int *a, int *b, int n) {
  for (int i = 0; i < n; i++)
    {
      int x = a[i];
      if (x > 9)
        x = 9;
      b[i] = x;
    }
}

/* { dg-final { scan-tree-dump "MIN_EXPR <\[^>\]*9>" "ifcvt" } } */
