/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* A pointer is a counter. */
void f (char *p, char *e) { while (p != e) *p++ = 7; }

/* { dg-final { scan-tree-dump "__builtin_memset \\(p_\[0-9\]+\\(D\\), 7, _" "ldist" } } */
