/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1 -fno-signed-zeros" } */

/* Where the sign of zero does not count, it is that zero. */
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

/* { dg-final { scan-tree-dump "PHI <.*a_\[0-9\]+\\(D\\)" "uncprop1" } } */
