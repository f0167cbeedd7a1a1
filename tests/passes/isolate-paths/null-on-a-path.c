/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* A null pointer that is followed ends the program. */
int g (int); void h (void);
int f (int c, int *q) { int *p; if (c) p = 0; else p = q; g (1); return *p; }

/* { dg-final { scan-tree-dump "__builtin_trap \\(\\);" "isolate-paths" } } */
/* { dg-final { scan-tree-dump "=.v. \\*p" "isolate-paths" } } */
