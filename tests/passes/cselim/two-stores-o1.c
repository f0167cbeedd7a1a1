/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-cselim" } */

/* Without vectors to be made, only single stores move.  */

struct s { int a, b; };

void
f (struct s *p, int c, int k)
{
  if (c)
    {
      p->a = 1;
      p->b = 2;
    }
  else
    {
      p->a = 3;
      p->b = k;
    }
}

/* { dg-final { scan-tree-dump {->a = 3;} "cselim" } } */
/* { dg-final { scan-tree-dump-not {cstore} "cselim" } } */
