/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* Places that only constants are between are one address, of three bytes: a stride of 1 does not make them follow each other. */
void f (char *x, int s, int n) { for (int i = 0; i < n; i++) { x[i * s] = 0; x[i * s + 2] = 1; } }

/* { dg-final { scan-tree-dump "analyzing address fragment _\[0-9\]+ \\+ x_\[0-9\]+\\(D\\) \\+ \\\[0, 2\\\]" "lversion" } } */
/* { dg-final { scan-tree-dump-not "want to version" "lversion" } } */
