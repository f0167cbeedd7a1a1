/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

int
f (int x, int c)
{
  int a = c ? -x : x;
  return a * a;
}

unsigned
g (unsigned x, unsigned y)
{
  unsigned a = -x;
  unsigned b = a * y;
  return b * b;
}

/* { dg-final { scan-tree-dump {Deleting iftmp} "backprop" } } */
