/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cunroll-details" } */

/* Sixteen rounds are many. */
void f (int *a, int n) { for (int i = 0; i < 17; i++) a[i] = a[i] * n; }

/* { dg-final { scan-tree-dump-times "Not unrolling loop 1: size would grow" 1 "cunroll" } } */
/* { dg-final { scan-tree-dump-times "Estimated size after unrolling: 45" 1 "cunroll" } } */
