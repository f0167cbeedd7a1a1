/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* An operation on bits of all parts is one on the word. */
struct s { char a, b, c, d; } __attribute__ ((aligned (4)));
void f (struct s *p, struct s *q)
{
  char a = q->a ^ 1, b = q->b ^ 2, c = q->c ^ 3, d = q->d ^ 4;
  p->a = a; p->b = b; p->c = c; p->d = d;
}

/* { dg-final { scan-tree-dump "New sequence of 1 stores to replace old one of 4 stores" "store-merging" } } */
/* { dg-final { scan-tree-dump "\\^ 67305985" "store-merging" } } */
