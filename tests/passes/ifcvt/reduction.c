/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcvt" } */

/* A sum grows by nothing where the condition does not hold. */
int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      s += a[i] * 3;
  return s;
}

/* { dg-final { scan-tree-dump "Applying if-conversion" "ifcvt" } } */
/* { dg-final { scan-tree-dump "LOOP_VECTORIZED \\(1, 2\\)" "ifcvt" } } */
/* { dg-final { scan-tree-dump "_ifc__\[0-9\]+ = _\[0-9\]+ > k_\[0-9\]+\\(D\\) \\? _\[0-9\]+ : 0;" "ifcvt" } } */
/* { dg-final { scan-tree-dump-times "= \\(unsigned int\\) _\[0-9\]+;" 1 "ifcvt" } } */
