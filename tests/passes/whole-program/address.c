/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Who has the address may write. */
static int n = 4;
extern void put (int *);
void g (void) { put (&n); }
int f (void) { return n; }

/* { dg-final { scan-tree-dump "= n;" "optimized" } } */
