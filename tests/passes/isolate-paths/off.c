/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized -fno-isolate-erroneous-paths-dereference" } */

/* The option switches it off. */
int g (int); void h (void);
int f (int c, int *q) { int *p; if (c) p = 0; else p = q; g (1); return *p; }

/* { dg-final { scan-tree-dump { = \*p_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "__builtin_trap" "optimized" } } */
