/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-sra -fdump-tree-alias" } */

/* Fields that are pointers point by themselves. */
struct s { int *one, *two; };
void use (int *, int *);
void f (int n, int i)
{
  int a[4], b[4];
  struct s s;
  s.one = a;
  s.two = b;
  a[i] = n;
  b[i] = 2;
  int *volatile *q = (int *volatile *) &s.one;
  use (*q, q[1]);
}

/* { dg-final { scan-tree-dump {s.0\+64 = \{ a \}} "alias" } } */
/* { dg-final { scan-tree-dump {s.64\+64 = \{ b \}} "alias" } } */
