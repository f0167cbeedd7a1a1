/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Any byte will do if it stays the same. */
char c[100];
void f (int n, int b) { for (int i = 0; i < n; i++) c[i] = b; }

/* { dg-final { scan-tree-dump-times "generated memset\n" 1 "ldist" } } */
/* { dg-final { scan-tree-dump "__builtin_memset \\(&c, _" "ldist" } } */
