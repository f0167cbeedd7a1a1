/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* Equal to a number other than zero is that number. */
int g (double);
double f (double a, double b)
{
  double r;
  if (a != 1.0)
    r = g (b);
  else
    r = 1.0;
  return r;
}

/* { dg-final { scan-tree-dump "PHI <.*a_\[0-9\]+\\(D\\)" "uncprop1" } } */
