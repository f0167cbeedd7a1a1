/* { dg-do compile } */
/* { dg-options "-O3 --param loop-versioning-max-inner-insns=5 -fdump-tree-lversion-details" } */

/* The loop may have five instructions at most. */
void f (char *x, int s, int n) { for (int i = 0; i < n; i++) x[i * s] = 0; }

/* { dg-final { scan-tree-dump "against a versioning limit of 5" "lversion" } } */
/* { dg-final { scan-tree-dump "missed:  this loop is too big to version" "lversion" } } */
/* { dg-final { scan-tree-dump-not "optimized: versioned" "lversion" } } */
