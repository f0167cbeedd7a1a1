/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* The sum is wanted, too. */
int a[100];
int f (int *p, int n) { int s = 0; for (int i = 0; i < n; i++) { s += p[i]; a[i] = 0; } return s; }

/* { dg-final { scan-tree-dump {in the same dependence scc} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
