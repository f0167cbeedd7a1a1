/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fdump-tree-pcom-details" } */

/* One register is enough: what is loaded last is what is wanted next. */
int f (int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    if (a[i] > a[i + 1]) return 0;
  return 1;
}

/* { dg-final { scan-tree-dump "max distance 1, may reuse first\n  inits \\*a_\[0-9\]+\\(D\\)" "pcom" } } */
/* { dg-final { scan-tree-dump "Executing predictive commoning without unrolling" "pcom" } } */
