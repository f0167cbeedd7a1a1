/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* The latch of a loop keeps its φs: others would enter the header in its place. */
extern int g (void), h (void);
int f (int n, int b)
{
  int r = 0;
  for (int i = 0; i < n; i++)
    {
      if (b)
        r = g ();
      else if (i)
        r = h ();
    }
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_15\(4\), r_2\(5\), r_13\(6\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {# r_2 = PHI <0\(2\), r_1\(7\)>} "mergephi1" } } */
