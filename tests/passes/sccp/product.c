/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* A value that is multiplied in each iteration is no multiple of anything. */
int f (int n, int m) { int s = 1; for (int i = 0; i < n; i++) s = s * m; return s; }

/* { dg-final { scan-tree-dump-not "final value" "sccp" } } */
/* { dg-final { scan-tree-dump-times "not replacing" 1 "sccp" } } */
