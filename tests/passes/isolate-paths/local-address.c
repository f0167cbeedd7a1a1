/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths -w" } */

/* The address of a local variable is returned as null. */
int g (int); void h (void);
int *f (int c, int *r) { int x; int *p = c ? &x : r; g (c); return p; }

/* { dg-final { scan-tree-dump "return 0B;" "isolate-paths" } } */
