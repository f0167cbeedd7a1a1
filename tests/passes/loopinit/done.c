/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-loopdone-details" } */

/* At the end the φs go. */
int f (int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s * n; }

/* { dg-final { scan-tree-dump-times "Replacing 's_\[0-9\]+' with 's_\[0-9\]+'" 1 "loopdone" } } */
