/* { dg-do compile } */
/* { dg-options "-O2 -fversion-loops-for-strides -fdump-tree-optimized" } */

/* The option alone is enough, below -O3, too. */
void f (int *p, int stride, int n) { for (int i = 0; i < n; i++) p[i * stride] ^= 77; }

/* { dg-final { scan-tree-dump-times "\\^ 77" 2 "optimized" } } */
