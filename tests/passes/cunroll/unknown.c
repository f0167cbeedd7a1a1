/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cunroll-details" } */

/* A loop is gone round as often as an argument says. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] *= 3; }

/* { dg-final { scan-tree-dump-times "Not unrolling loop 1 \\(--param max-completely-peel-times limit reached\\)" 1 "cunroll" } } */
