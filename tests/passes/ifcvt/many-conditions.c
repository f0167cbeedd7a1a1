/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* One of three values, by conditions of several parts. */
int f (int *a, int n, int k) {
  int c = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 3)
        c += 2;
      else if (a[i] == k)
        c -= 5;
      else
        c ^= 7;
    }
  return c;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
/* { dg-final { scan-tree-dump-times "_ifc__\[0-9\]+ = \[^;\]* \\? c_\[0-9\]+ : \[^;\]*;" 2 "ifcvt" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = _\[0-9\]+ & _\[0-9\]+;" "ifcvt" } } */
