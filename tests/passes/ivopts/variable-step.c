/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* A step that is not known is computed before the loop. */
void f (int *p, int n, int s) { for (int i = 0; i < n; i++) p[i * s] = 1; }

/* { dg-final { scan-tree-dump "Depend on inv.exprs: 1" "ivopts" } } */
/* { dg-final { scan-tree-dump "_\[0-9\]+ = \\(long unsigned int\\) s_\[0-9\]+\\(D\\);\\n  _\[0-9\]+ = _\[0-9\]+ \\* 4;" "ivopts" } } */
