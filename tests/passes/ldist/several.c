/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Two stores to different variables are two calls. */
int a[100], b[100];
void f (int n) { for (int i = 0; i < n; i++) { a[i] = 0; b[i] = 0; } }

/* { dg-final { scan-tree-dump-times "generated memset zero" 2 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 0 loops and 2 library calls" 1 "ldist" } } */
