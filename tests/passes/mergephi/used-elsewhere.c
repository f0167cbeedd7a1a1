/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* What is used elsewhere, too, stays. */
extern int g (void), h (void);
extern void use (int);
int f (int a, int b, int c)
{
  int r, s = 4;
  if (a)
    {
      if (b)
        r = g ();
      else
        r = h ();
      s = r;
      if (c)
        use (r);
    }
  return s;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_12\(4\), r_10\(5\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {# s_2 = PHI <4\(2\), r_1\(6\), r_1\(7\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump-not {Removing} "mergephi1" } } */
