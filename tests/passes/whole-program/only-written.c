/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What is only written needs no writing. */
static int log[4];
int f (int x) { log[x & 3] = x; return x; }

/* { dg-final { scan-tree-dump {return x_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "log" "optimized" } } */
/* { dg-final { scan-assembler-not "log" } } */
