/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-dse1-details" } */

/* What is stored to members that are stored anew, and the copy it comes from, is dead. */
struct s { int a, b; };
void f (struct s *p, struct s *q)
{
  struct s t = *q;
  *p = t;
  p->a = 1;
  p->b = 2;
}

/* { dg-final { scan-tree-dump {Deleted dead store: t = \*q_2\(D\);} "dse1" } } */
/* { dg-final { scan-tree-dump {Deleted dead store: p_4\(D\)->b = t\$b_10;} "dse1" } } */
