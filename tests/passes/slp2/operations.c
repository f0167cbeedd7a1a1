/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details -fdump-tree-optimized" } */

struct s { int a, b; long c; };
struct h { short a, b, c, d; long e; };

/* Two loads, two operations and two stores against one of each, and two more for a constant and to see words. */
void bits (struct s *p, struct s *q) { p->a = q->a | 1; p->b = q->b | 2; }

/* Six operations on words add lanes: two scalars cost less. */
void sums (struct s *p, struct s *q) { p->a = q->a + 1; p->b = q->b + 2; }

/* Four do not. */
void four (struct h *p, struct h *q)
{
  p->a = -q->a;
  p->b = -q->b;
  p->c = -q->c;
  p->d = -q->d;
}

/* No words multiply lanes; the products are put into one vector. */
void products (struct s *p, struct s *q, int x) { p->a = q->a * x; p->b = q->b * x; }

/* { dg-final { scan-tree-dump "Vector cost: 5\n  Scalar cost: 6" "slp2" } } */
/* { dg-final { scan-tree-dump "Vector cost: 9\n  Scalar cost: 6" "slp2" } } */
/* { dg-final { scan-tree-dump "Vector cost: 7\n  Scalar cost: 12" "slp2" } } */
/* { dg-final { scan-tree-dump "Vector cost: 2\n  Scalar cost: 2" "slp2" } } */
/* { dg-final { scan-tree-dump-times "vectorization is not profitable" 1 "slp2" } } */
/* { dg-final { scan-tree-dump " \\| 8589934593;" "optimized" } } */
/* { dg-final { scan-tree-dump " = ._\[0-9\]+, _\[0-9\]+.;" "optimized" } } */
