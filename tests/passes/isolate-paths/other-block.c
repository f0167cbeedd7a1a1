/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* What is done in another block is not looked at. */
int g (int); void h (void);
int f (int c, int *q, int b) { int *p; if (c) p = 0; else p = q; if (g (1)) return *p; return b; }

/* { dg-final { scan-tree-dump { = \*p_} "isolate-paths" } } */
/* { dg-final { scan-tree-dump-not "__builtin_trap" "isolate-paths" } } */
