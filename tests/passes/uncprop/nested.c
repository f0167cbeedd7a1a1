/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* What was compared further up is known below. */
int g (int); void h (int);
int f (int a, int b)
{
  int r = 0;
  if (a == 9)
    {
      h (b);
      if (b > 3)
        {
          h (1);
          r = 9;
        }
      else
        r = g (b);
      h (r);
    }
  return r;
}

/* { dg-final { scan-tree-dump "PHI <.*a_\[0-9\]+\\(D\\)" "uncprop1" } } */
