/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-tree-ivopts-details" } */

/* The address is used by a φ that both exits of the inner loop lead to. */
void f (int *v, int n) { for (int i = 1; i < n; i++) { int x = v[i], j = i - 1; while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; j--; } v[j + 1] = x; } }

/* { dg-final { scan-tree-dump "Processing loop 2" "ivopts" } } */
/* { dg-final { scan-tree-dump-times "Selected IV set" 2 "ivopts" } } */
