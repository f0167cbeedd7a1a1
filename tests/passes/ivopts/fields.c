/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Two fields of one element: one variable, and an offset. */
struct s { int x, y; long z; } q[100];
long f (int n) { long t = 0; for (int i = 0; i < n; i++) t += q[i].x + q[i].z; return t; }

/* { dg-final { scan-tree-dump "MEM\\\[\\(long int \\*\\)_\[0-9\]+ \\+ 8B\\\]" "ivopts" } } */
/* { dg-final { scan-tree-dump "10 avg niters, 1 IVs:" "ivopts" } } */
