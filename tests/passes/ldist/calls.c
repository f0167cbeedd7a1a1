/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* A call may do anything. */
void use (int);
void f (int *a, int n) { for (int i = 0; i < n; i++) { a[i] = 0; use (i); } }

/* { dg-final { scan-tree-dump {  \*_[0-9]+ = 0;} "ldist" } } */
/* { dg-final { scan-tree-dump-not "generated" "ldist" } } */
