/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* Different members of one object do not overlap. */
struct s { int a, b; };
int f (struct s *p, int v)
{
  p->a = v;
  p->b = 7;
  return p->a;
}

/* { dg-final { scan-tree-dump "return v_" "fre1" } } */
