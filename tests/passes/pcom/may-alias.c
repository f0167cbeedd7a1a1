/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fdump-tree-pcom-details" } */

/* What is stored may be what is loaded next. */
void f (int *a, int *b, int n) { for (int i = 0; i < n; i++) b[i] = a[i] + a[i + 1]; }

/* { dg-final { scan-tree-dump "Predictive commoning failed: no suitable chains" "pcom" } } */
