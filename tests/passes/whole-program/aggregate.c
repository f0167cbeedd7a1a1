/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* A structure that nothing writes is what its initialiser says. */
static struct { int a, b[3]; } s = { 4, { 5, 6, 7 } };
int f (void) { return s.a * 100 + s.b[1]; }

/* { dg-final { scan-tree-dump "return 406;" "optimized" } } */
