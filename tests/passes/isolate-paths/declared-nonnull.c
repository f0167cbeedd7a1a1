/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths -fisolate-erroneous-paths-attribute" } */

/* What is declared not to be null counts if it is asked for. */
void h (void);
void nn (int *, int) __attribute__ ((nonnull (1)));
void f (int c, int *q) { int *p = q; if (c) { h (); p = 0; } nn (p, c); }

/* { dg-final { scan-tree-dump "__builtin_trap" "isolate-paths" } } */
