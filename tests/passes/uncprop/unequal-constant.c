/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* On the false edge of an inequality, likewise. */
int g (int);
int f (int a, int b)
{
  int r;
  if (a != 7)
    r = g (b);
  else
    r = 7;
  return r;
}

/* { dg-final { scan-tree-dump "PHI <.*a_\[0-9\]+\\(D\\)" "uncprop1" } } */
