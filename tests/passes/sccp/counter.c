/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* A counter ends where the test says so; what is loaded is not known. */
int f (int *a, int n) { int i, s = 0; for (i = 0; i < n; i++) s += a[i]; return s + i; }

/* { dg-final { scan-tree-dump-times "final value replacement" 1 "sccp" } } */
/* { dg-final { scan-tree-dump "with expr: n_\[0-9\]+\\(D\\)\n" "sccp" } } */
/* { dg-final { scan-tree-dump-times "not replacing" 1 "sccp" } } */
