/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* The pointers are said not to overlap. */
void f (int *restrict a, int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }

/* { dg-final { scan-tree-dump-times "generated memcpy" 1 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 0 loops and 1 library calls" 1 "ldist" } } */
