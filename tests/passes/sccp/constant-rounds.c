/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* Ten times. */
int f (int n) { int r = 0; for (int i = 0; i < 10; i++) r = r + n; return r; }

/* { dg-final { scan-tree-dump "r_\[0-9\]+ = n_\[0-9\]+\\(D\\) \\* 10;" "sccp" } } */
