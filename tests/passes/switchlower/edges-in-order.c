/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-switchlower1" } */

/* The block of a switch goes when its comparisons are there: the last of their edges takes the place of its own. */
struct s { int status; struct s *self; };
int f (struct s *p)
{
  struct s *s = p->self;
  if (s == 0 || s->self != p
      || (s->status != 42 && s->status != 57 && s->status != 69 && s->status != 73 && s->status != 91
          && s->status != 103 && s->status != 113 && s->status != 666))
    return 1;
  return 0;
}

/* { dg-final { scan-tree-dump "SWITCH statement \\(\\(null\\):0\\)" "switchlower1" } } */
/* { dg-final { scan-tree-dump "PHI <1\\(6\\), 0\\(4\\), 0\\(9\\), 1\\(3\\), 1\\(2\\), 0\\(7\\), 1\\(10\\), 1\\(8\\)>" "switchlower1" } } */
