/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* -(-x) and ~~x are x. */
int f (int x) { int y = -x; return -y; }
int g (int x) { int y = ~x; return ~y; }

/* { dg-final { scan-tree-dump-times "return x_" 2 "optimized" } } */
/* { dg-final { scan-tree-dump-not "~" "optimized" } } */
