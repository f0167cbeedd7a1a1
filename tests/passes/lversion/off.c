/* { dg-do compile } */
/* { dg-options "-O3 -fno-version-loops-for-strides -fdump-tree-optimized" } */

/* The loop is there once. */
void f (int *p, int stride, int n) { for (int i = 0; i < n; i++) p[i * stride] ^= 77; }

/* { dg-final { scan-tree-dump-times "\\^ 77" 1 "optimized" } } */
