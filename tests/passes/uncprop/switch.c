/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* On the edge of the only case of a switch that leads there the name is that number. */
int g (int);
int f (int a, int b)
{
  int r;
  switch (a)
    {
    case 7: r = 7; break;
    case 90: r = g (2); break;
    case 400: r = g (1); break;
    default: r = g (b);
    }
  return r;
}

/* { dg-final { scan-tree-dump {PHI <.*a_\d+\(D\)} "uncprop1" } } */
