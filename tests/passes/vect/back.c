/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-vect" } */

/* The version that has branches stays. */
int f (int *a, int n, int k) {
  int s = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > k)
      s += a[i] * 3;
  return s;
}

/* { dg-final { scan-tree-dump "_\[0-9\]+ = 0;" "vect" } } */
/* { dg-final { scan-tree-dump-not "LOOP_VECTORIZED" "vect" } } */
/* { dg-final { scan-tree-dump-not "_ifc_" "vect" } } */
/* { dg-final { scan-tree-dump "if \\(_\[0-9\]+ > k_\[0-9\]+\\(D\\)\\)" "vect" } } */
