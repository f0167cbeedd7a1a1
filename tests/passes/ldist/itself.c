/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* A function must not become a call of itself. */
void *memset (void *p, int c, __SIZE_TYPE__ n) { char *q = p; for (__SIZE_TYPE__ i = 0; i < n; i++) q[i] = c; return p; }

/* { dg-final { scan-tree-dump {MEM\[\(char \*\)_[0-9]+\] = } "optimized" } } */
/* { dg-final { scan-tree-dump-not "__builtin_memset" "optimized" } } */
