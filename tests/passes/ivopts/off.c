/* { dg-do compile } */
/* { dg-options "-O2 -fno-ivopts -fdump-tree-optimized" } */

/* The gate. */
void f (int *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }

/* { dg-final { scan-tree-dump { = i_[0-9]+ \+ 1;} "optimized" } } */
/* { dg-final { scan-tree-dump-not "ivtmp" "optimized" } } */
