/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-coalesce-vars -fdump-tree-uncprop1" } */

/* Names of different variables do not share a place: the constant stays. */
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

/* { dg-final { scan-tree-dump "PHI <.*7\\(" "uncprop1" } } */
