/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* What is stored there is of no interest. */
int g (int); void h (void);
int f (int c, int *q, int v) { int *p = q; if (c) { h (); p = 0; } *p = v; return 1; }

/* { dg-final { scan-tree-dump "=.v. 0;" "isolate-paths" } } */
/* { dg-final { scan-tree-dump "__builtin_trap" "isolate-paths" } } */
