/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Another value than that of zero. */
int f (unsigned a) { return a ? __builtin_popcount (a) : 1; }
int g (unsigned a, unsigned b) { return b ? __builtin_popcount (a) : 0; }

/* { dg-final { scan-tree-dump-times "if " 2 "optimized" } } */
