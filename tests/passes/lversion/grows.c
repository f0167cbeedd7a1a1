/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* The stride is what the pointer grows by. */
void f (double *x, int s, int n) { for (double *y = x; y < x + n; y += s) *y = 100; }

/* { dg-final { scan-tree-dump "address term \[^\n\]+ = .x_\[0-9\]+\\(D\\), \\+, " "lversion" } } */
/* { dg-final { scan-tree-dump-times "optimized: versioned" 1 "lversion" } } */
