/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* It does not stay the same. */
char c[100];
void f (int n, int b) { for (int i = 0; i < n; i++) c[i] = b + i; }

/* { dg-final { scan-tree-dump {Loop 1 not distributed} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
