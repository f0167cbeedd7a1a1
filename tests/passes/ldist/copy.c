/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Two variables do not overlap. */
int a[100], b[100];
void f (void) { for (int i = 0; i < 100; i++) a[i] = b[i]; }

/* { dg-final { scan-tree-dump-times "generated memcpy" 1 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 0 loops and 1 library calls" 1 "ldist" } } */
