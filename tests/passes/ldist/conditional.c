/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Not each iteration stores. */
void f (int *a, int *b, int n) { for (int i = 0; i < n; i++) if (b[i]) a[i] = 0; }

/* { dg-final { scan-tree-dump {Loop 1 not distributed} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
