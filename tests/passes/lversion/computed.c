/* { dg-do compile } */
/* { dg-options "-O3 -fdump-tree-lversion-details" } */

/* A product of two is not likely to be 1. */
void f (char *x, int s, int t, int n) { for (int i = 0; i < n; i++) x[i * (s * t)] = 0; }

/* { dg-final { scan-tree-dump "_\[0-9\]+ is probably not the innermost dimension" "lversion" } } */
/* { dg-final { scan-tree-dump-not "want to version" "lversion" } } */
