/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* One after the other, inner ones first. */
extern int g (void), h (void);
int f (int a, int b, int c)
{
  int r;
  if (a)
    {
      if (b)
        {
          if (c)
            r = g ();
          else
            r = h ();
        }
      else
        r = 1;
    }
  else
    r = 3;
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <1\(3\), 3\(2\), r_10\(6\), r_12\(5\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump-times {PHI} 1 "mergephi1" } } */
