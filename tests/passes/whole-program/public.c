/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What other units may write is read. */
int n = 4;
static int m = 5;
int f (void) { return n * m; }

/* { dg-final { scan-tree-dump "= n;" "optimized" } } */
/* { dg-final { scan-tree-dump-not "= m;" "optimized" } } */
