/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A pointer after one that is not null, and one that has been gone through. */
struct s { int a; struct s *b; };
void g (void);

void
f (struct s *p)
{
  if (p->a)
    {
      if (p)
        g ();
    }
}

/* { dg-final { scan-tree-dump-times "if " 1 "evrp" } } */
