/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* Equal to zero is either zero. */
int g (double);
double f (double a, double b)
{
  double r;
  if (a != 0.0)
    r = g (b);
  else
    r = 0.0;
  return r;
}

/* { dg-final { scan-tree-dump "PHI <.*0.0\\(" "uncprop1" } } */
