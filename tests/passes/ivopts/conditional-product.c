/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* Where a product is not computed in each iteration, an address with it is none that grows by the same. */
void f (int *p, int n) { for (int i = 0; i < n; i++) if (p[i]) p[i * 7] = 3; }

/* { dg-final { scan-tree-dump "\\*_\[0-9\]+ = 3;" "ivopts" } } */
/* { dg-final { scan-tree-dump-not "MEM\\\[\\(int \\*\\)_\[0-9\]+\\\] = 3" "ivopts" } } */
