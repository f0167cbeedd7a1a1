/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* What may not be aligned as its type is stays in one piece. */
struct __attribute__ ((packed)) s { char c; int x; } q[100];
int f (int n) { int t = 0; for (int i = 0; i < n; i++) t += q[i].x; return t; }

/* { dg-final { scan-tree-dump-not "Type:\\tREFERENCE ADDRESS" "ivopts" } } */
/* { dg-final { scan-tree-dump "q\\\[i_\[0-9\]+\\\].x" "ivopts" } } */
