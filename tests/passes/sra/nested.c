/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-esra" } */

/* A member that is an aggregate; a part read of its copy is a part of it, too. */

struct s { int a, b; };
struct n { int i; struct s s; };

int
f (struct s *p)
{
  struct n x;
  x.s = *p;
  x.i = 1;
  struct s t = x.s;
  return t.a + t.b + x.i;
}

/* { dg-final { scan-tree-dump {x\$s\$b_\d+ = MEM <int> \[\(struct s \*\)p_\d+\(D\) \+ 4B\];} "esra" } } */
/* { dg-final { scan-tree-dump {t\$a_\d+ = x\$s\$a_\d+;} "esra" } } */
