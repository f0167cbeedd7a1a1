/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-pre -fdump-tree-pcom-details" } */

/* Vectorizing loops, on at -O2, brings the pass along, without unrolling. */
int a[1000], b[1000];
void f (int n) { for (int i = 1; i < n; i++) b[i] = (a[i + 1] + a[i] + a[i - 1]) / 3; }

/* { dg-final { scan-tree-dump "Executing predictive commoning without unrolling" "pcom" } } */
/* { dg-final { scan-tree-dump-not "Unrolling" "pcom" } } */
