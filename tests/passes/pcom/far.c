/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fdump-tree-pcom-details" } */

/* Too many registers would be taken. */
int a[1000], b[1000];
void f (int n) { for (int i = 0; i < n; i++) b[i] = a[i] + a[i + 20]; }

/* { dg-final { scan-tree-dump "Predictive commoning failed: no suitable chains" "pcom" } } */
