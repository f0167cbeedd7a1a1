/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* What is called may see the first store. */
struct s { char a, b, c, d; } __attribute__ ((aligned (4)));
struct s g; void see (void);
void f (void) { g.a = 1; g.b = 2; see (); g.c = 3; g.d = 4; }

/* { dg-final { scan-tree-dump "stmt causes chain termination:" "store-merging" } } */
/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 2 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump-not "old one of 4 stores" "store-merging" } } */
