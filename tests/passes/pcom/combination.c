/* { dg-do compile } */
/* { dg-options "-O2 -fpredictive-commoning -fno-tree-vectorize -fdump-tree-pcom-details" } */

/* The second product is the first one two iterations later. */
int a[1000], b[1000], c[1000];
void f (void) { for (int i = 1; i < 998; i++) c[i] = a[i + 2] * b[i + 1] - b[i - 1] * a[i]; }

/* { dg-final { scan-tree-dump-times "Combination chain" 1 "pcom" } } */
/* { dg-final { scan-tree-dump-times "\\(combined\\)" 2 "pcom" } } */
/* { dg-final { scan-tree-dump-times "Unrolling 3 times\\." 1 "pcom" } } */
