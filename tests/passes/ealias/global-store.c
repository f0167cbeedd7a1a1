/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* What is stored in a global variable, or through a pointer that came from outside, escapes; what is not does not. */

int *g;

int
f (int **p)
{
  int x = 1, y = 2, z = 3;
  int *q = &z;
  g = &x;
  *p = &y;
  return *q;
}

/* { dg-final { scan-tree-dump {ESCAPED = \{ ESCAPED NONLOCAL x y \}} "ealias" } } */
/* { dg-final { scan-tree-dump {g = \{ ESCAPED NONLOCAL x \}} "ealias" } } */
