/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths -fno-delete-null-pointer-checks" } */

/* Where something may be at 0, it is read. */
int g (int); void h (void);
int f (int c, int *q) { int *p; if (c) p = 0; else p = q; g (1); return *p; }

/* { dg-final { scan-tree-dump { = \*p_} "isolate-paths" } } */
/* { dg-final { scan-tree-dump-not "__builtin_trap" "isolate-paths" } } */
