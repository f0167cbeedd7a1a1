/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* A block with several φs does, too. */
extern int g (void), h (void);
extern void use (int);
int f (int a, int b)
{
  int r, s = 1;
  if (a)
    {
      if (b)
        {
          r = g ();
          s = 2;
        }
      else
        r = h ();
    }
  else
    r = 3;
  use (s);
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_10\(5\), 3\(2\), r_12\(4\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {# s_2 = PHI <1\(5\), 1\(2\), 2\(4\)>} "mergephi1" } } */
