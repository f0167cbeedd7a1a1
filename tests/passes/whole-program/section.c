/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* What was put into a section may be found and changed there. */
static int n __attribute__ ((section ("settings"), used)) = 4;
int f (void) { return n; }

/* { dg-final { scan-tree-dump "= n;" "optimized" } } */
