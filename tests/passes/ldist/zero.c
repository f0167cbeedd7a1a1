/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ldist-details" } */

/* Zero by zero. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }

/* { dg-final { scan-tree-dump-times "generated memset zero" 1 "ldist" } } */
/* { dg-final { scan-tree-dump-times "Loop 1 distributed: split to 0 loops and 1 library calls" 1 "ldist" } } */
/* { dg-final { scan-tree-dump "__builtin_memset \\(a_\[0-9\]+\\(D\\), 0, _\[0-9\]+\\)" "ldist" } } */
