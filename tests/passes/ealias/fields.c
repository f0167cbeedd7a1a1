/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* Fields are told apart, and copied field by field; those without pointers are one. */

struct s { int a, b; int *p, *q; };

int
f (int i)
{
  int x = 1, y = 2;
  struct s s[1], t;
  t.p = &x;
  t.q = &y;
  struct s u;
  u = t;
  struct s *v = i ? &u : &t;
  return *v->p + *u.q;
}

/* { dg-final { scan-tree-dump {t\.0\+64 = } "ealias" } } */
/* { dg-final { scan-tree-dump {t\.64\+64 = \{ x \}} "ealias" } } */
/* { dg-final { scan-tree-dump {u\.64\+64 = t\.64\+64} "ealias" } } */
/* { dg-final { scan-tree-dump {u\.128\+64 = \{ y \}} "ealias" } } */
