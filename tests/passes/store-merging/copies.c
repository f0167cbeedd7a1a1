/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* What is copied part by part is copied at once. */
struct s { char a, b, c, d; } __attribute__ ((aligned (4)));
void f (struct s *p, struct s *q) { char a = q->a, b = q->b, c = q->c, d = q->d; p->a = a; p->b = b; p->c = c; p->d = d; }

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 4 stores" "store-merging" } } */
