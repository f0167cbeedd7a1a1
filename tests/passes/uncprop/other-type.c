/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* A name of another type shares no place with the result. */
int g (int);
int f (unsigned a, int b)
{
  int r;
  if (a != 7)
    r = g (b);
  else
    r = 7;
  return r;
}

/* { dg-final { scan-tree-dump "PHI <.*7\\(" "uncprop1" } } */
