/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-distribute-patterns -fdump-tree-optimized" } */

/* The loop stays. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }

/* { dg-final { scan-tree-dump {MEM\[\(int \*\)_[0-9]+\] = 0;} "optimized" } } */
/* { dg-final { scan-tree-dump-not "memset" "optimized" } } */
