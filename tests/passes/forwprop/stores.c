/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* An address that several statements store through stays, although none needs it any more; loads and a single store do not
   keep it. */

struct s { int a, b; };
struct t { int x; struct s s; };

/* { dg-final { scan-tree-dump "q_\[0-9\]+ = &p_\[0-9\]+\\(D\\)->s;" "forwprop1" } } */
void two (struct t *p)
{
  struct s *q = &p->s;
  q->a = 1;
  q->b = 2;
}

/* { dg-final { scan-tree-dump-not "r_\[0-9\]+ = &p_\[0-9\]+\\(D\\)->s;" "forwprop1" } } */
void one (struct t *p)
{
  struct s *r = &p->s;
  r->a = 1;
}

/* { dg-final { scan-tree-dump-not "l_\[0-9\]+ = &p_\[0-9\]+\\(D\\)->s;" "forwprop1" } } */
int loads (struct t *p)
{
  struct s *l = &p->s;
  return l->a + l->b;
}
