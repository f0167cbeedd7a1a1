/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Every other element is left alone. */
void f (int *a, int n) { for (int i = 0; i < n; i += 2) a[i] = 0; }

/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 not distributed" 1 "ldist" } } */
