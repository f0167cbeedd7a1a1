/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* The bytes of five are different ones, and so are those of -0.0. */
int a[100];
void f (void) { for (int i = 0; i < 100; i++) a[i] = 5; }
void g (float *p, int n) { for (int i = 0; i < n; i++) p[i] = -0.0f; }

/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 not distributed" 2 "ldist" } } */
