/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* A call takes longer than what is won. */
void g (void);
void f (char *x, int s, int n) { for (int i = 0; i < n; i++) { x[i * s] = 0; g (); } }

/* { dg-final { scan-tree-dump "expensive statement prevents versioning: g \\(\\);" "lversion" } } */
/* { dg-final { scan-tree-dump-not "optimized: versioned" "lversion" } } */
