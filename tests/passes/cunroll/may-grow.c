/* { dg-do compile } */
/* { dg-options "-O3 -fno-tree-vectorize -fdump-tree-cunroll-details" } */

/* At -O3 it may grow. */
void f (int *a, int n) { for (int i = 0; i < 8; i++) a[i] = a[i] * n; }

/* { dg-final { scan-tree-dump-times "loop with 7 iterations completely unrolled" 1 "cunroll" } } */
