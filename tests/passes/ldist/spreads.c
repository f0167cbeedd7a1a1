/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* What is read has been stored. */
int a[100];
void f (void) { for (int i = 1; i < 100; i++) a[i] = a[i - 1]; }

/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 not distributed" 1 "ldist" } } */
