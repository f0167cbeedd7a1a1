/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* What is called may do anything. */
void g (int);
int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > k)
        s += a[i];
      g (s);
    }
  return s;
}

/* { dg-final { scan-tree-dump {if \(_[0-9]+ > k_} "ifcvt" } } */
/* { dg-final { scan-tree-dump-not "Applying if-conversion" "ifcvt" } } */
