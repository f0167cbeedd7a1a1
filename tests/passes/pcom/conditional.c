/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-pre -fno-tree-vectorize -fdump-tree-pcom-details" } */

/* One of them is not loaded in every iteration. */
int a[1000], b[1000];
void f (int n, int *p) { for (int i = 0; i < n; i++) if (p[i]) b[i] = a[i + 1]; else b[i] = a[i] + 3 * i; }

/* { dg-final { scan-tree-dump "Predictive commoning failed: no suitable chains" "pcom" } } */
