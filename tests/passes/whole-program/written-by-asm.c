/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* An asm may write what it has in memory. */
static int n = 4;
void g (void) { __asm__ volatile ("" : "+m" (n)); }
int f (void) { return n; }

/* { dg-final { scan-tree-dump "= n;" "optimized" } } */
