/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* The pointers may lead to the same array: what is loaded may have been stored. */
void f (int *p, int *q, int n) { for (int i = 0; i < n; i++) { p[i] = 0; q[i] = q[i] + 1; } }
/* An array of structures is not filled by one of its fields. */
struct s { int a, b; } x[100];
void g (int n) { for (int i = 0; i < n; i++) { x[i].a = 0; x[i].b = i; } }

/* { dg-final { scan-tree-dump {Loop 1 not distributed} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
/* { dg-final { scan-tree-dump-not "distributed: split" "ldist" } } */
