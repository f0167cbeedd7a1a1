/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* A pointer that is moved by a known distance points to another field, by an unknown one to all. */

struct s { int *p, *q, *r; };

int
f (int i)
{
  int x = 1, y = 2, z = 3;
  struct s s;
  int **at = i > 3 ? &s.p : &s.q;
  s.p = &x;
  s.q = &y;
  s.r = &z;
  int **next = at + 1;
  int **some = at + i;
  return **next + **some;
}

/* { dg-final { scan-tree-dump {= \*iftmp\.\d+_\d+ \+ 64} "ealias" } } */
/* { dg-final { scan-tree-dump {iftmp\.\d+_\d+ = \{ s\.0\+64 s\.64\+64 \}} "ealias" } } */
/* { dg-final { scan-tree-dump {some_\d+ = \{ s\.0\+64 s\.64\+64 s\.128\+64 \}} "ealias" } } */
