/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details -fdump-tree-optimized" } */

struct s { int a, b; long c; };
struct p { int a, b; } g;
unsigned u[8];

/* A vector put together costs one, and so does its store. */
void two (struct s *p, int a, int b) { p->a = a; p->b = b; }

/* What is loaded from nowhere in particular is loaded as scalars. */
void unaligned (struct p *q) { g.a = q->a; g.b = q->b; }

/* What is used elsewhere, too, is taken out of the vector. */
unsigned lane (void)
{
  unsigned x = u[5];
  u[0] = u[2] & u[4];
  u[1] = u[3] & x;
  return x;
}

/* Where numbers and others are mixed nothing is made. */
void mixed (struct s *p, int x) { p->a = x; p->b = 3; }

/* { dg-final { scan-tree-dump "= .a_\[0-9\]+\\(D\\), b_\[0-9\]+\\(D\\).;" "optimized" } } */
/* { dg-final { scan-tree-dump "BIT_FIELD_REF <vect_\[^ \]*, 32, 32>" "optimized" } } */
/* { dg-final { scan-tree-dump "Vector cost: 6\n  Scalar cost: 8" "slp2" } } */
/* { dg-final { scan-tree-dump-times "basic block part vectorized" 3 "slp2" } } */
/* { dg-final { scan-tree-dump "p_\[0-9\]+\\(D\\)->b = 3;" "optimized" } } */
