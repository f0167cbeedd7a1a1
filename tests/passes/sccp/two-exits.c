/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* Where a loop ends in two ways it is not known when. */
int f (int *a, int n) { int i; for (i = 0; i < n; i++) if (a[i]) break; return i; }

/* { dg-final { scan-tree-dump {i_[0-9]+ = PHI <i_[0-9]+\(3\)>} "sccp" } } */
/* { dg-final { scan-tree-dump-not "final value" "sccp" } } */
/* { dg-final { scan-tree-dump-not "not replacing" "sccp" } } */
