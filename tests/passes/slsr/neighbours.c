/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Neighbours differ by the stride itself. */
int f (int n, int m) { int a = n * m, b = (n + 1) * m, c = (n + 2) * m; return a ^ b ^ c; }

/* { dg-final { scan-tree-dump-times " \\* " 1 "optimized" } } */
