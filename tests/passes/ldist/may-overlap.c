/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* They may overlap, so that the loop may read what it has stored. */
void f (int *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }

/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 not distributed" 1 "ldist" } } */
