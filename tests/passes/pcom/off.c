/* { dg-do compile } */
/* { dg-options "-O3 -fno-predictive-commoning -fno-tree-pre -fno-tree-vectorize -fdump-tree-cunroll" } */

int a[1000], b[1000];
void f (int n) { for (int i = 1; i < n; i++) b[i] = (a[i + 1] + a[i] + a[i - 1]) / 3; }

/* { dg-final { scan-tree-dump-times " = a\\\[" 3 "cunroll" } } */
