/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-isolate-paths" } */

/* Else it does not. */
void h (void);
void nn (int *, int) __attribute__ ((nonnull (1)));
void f (int c, int *q) { int *p = q; if (c) { h (); p = 0; } nn (p, c); }

/* { dg-final { scan-tree-dump {PHI <q_[0-9]+\(D\)\(2\), 0B\(3\)>} "isolate-paths" } } */
/* { dg-final { scan-tree-dump-not "__builtin_trap" "isolate-paths" } } */
