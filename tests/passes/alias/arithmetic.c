/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-alias" } */

/* A pointer moved by what is not known points to any part of its object. */
struct s { int *a, *b; int c; };
int *f (int *x, int *y, long i)
{
  struct s s = { x, y, 5 };
  int **q = (int **) ((char *) &s + i);
  return *q;
}

/* { dg-final { scan-tree-dump {q_\d+ = &s.0\+64\nq_\d+ = &s.64\+64} "alias" } } */
