/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* Four constants side by side are a word. */
struct s { char a, b, c, d; } __attribute__ ((aligned (4)));
void f (struct s *p) { p->a = 1; p->b = 2; p->c = 3; p->d = 4; }

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 4 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump "= 67305985;" "store-merging" } } */
