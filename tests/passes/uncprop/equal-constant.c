/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-uncprop1" } */

/* A φ gets the name that was compared with the constant. */
int g (int); void h (void);
int f (int a, int b)
{
  int r = b;
  if (a == 7)
    {
      h ();
      r = 7;
    }
  return r + g (r);
}

/* { dg-final { scan-tree-dump "PHI <b_\[0-9\]+\\(D\\)\\(\[0-9\]+\\), a_\[0-9\]+\\(D\\)\\(\[0-9\]+\\)>|PHI <a_\[0-9\]+\\(D\\)\\(\[0-9\]+\\), b_\[0-9\]+\\(D\\)\\(\[0-9\]+\\)>" "uncprop1" } } */
