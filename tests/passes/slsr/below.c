/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slsr-details" } */

/* One above is for all below. */
void f (int *a, int i, int n) { int x = i * n; if (a[0]) { int y = (i + 1) * n; a[1] = x; a[2] = y; } else a[3] = x; }

/* { dg-final { scan-tree-dump "With: y_\[0-9\]+ = x_\[0-9\]+ \\+ n_" "slsr" } } */
