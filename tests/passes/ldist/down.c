/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Backward, the lowest address is the last one. */
int a[100];
void f (void) { for (int i = 99; i >= 0; i--) a[i] = 0; }

/* { dg-final { scan-tree-dump "__builtin_memset \\(&a, 0, 400\\)" "ldist" } } */
