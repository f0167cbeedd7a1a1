/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details --param=iv-max-considered-uses=1" } */

/* Loops with more uses than wanted are left alone. */
int f (int *a, int *b, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }

/* { dg-final { scan-tree-dump "Processing loop 1" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "Selected IV set" "ivopts" } } */
