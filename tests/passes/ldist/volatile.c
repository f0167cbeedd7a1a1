/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Each store to a volatile object counts. */
void f (volatile int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }

/* { dg-final { scan-tree-dump { =.v. 0;} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
