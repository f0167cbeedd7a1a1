/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* What is read has not been stored yet: forward, and backward. */
int a[100];
void f (void) { for (int i = 0; i < 99; i++) a[i] = a[i + 1]; }
void g (int n) { for (int i = n; i > 0; i--) a[i] = a[i - 1]; }

/* { dg-final { scan-tree-dump-times "generated memmove" 2 "ldist" } } */
/* { dg-final { scan-tree-dump "__builtin_memmove \\(&a, _\[0-9\]+, 396\\)" "ldist" } } */
