/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* What a φ after it makes of the result is handed on to each φ there. */
extern int g (void), h (void);
int f (int a, int b)
{
  int r, t = 0;
  if (a)
    {
      if (b)
        r = g ();
      else
        r = h ();
      t = r;
    }
  else
    r = 3;
  return r + t;
}

/* { dg-final { scan-tree-dump {# r_2 = PHI <r_12\(5\), 3\(2\), r_14\(4\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {# t_3 = PHI <r_12\(5\), 0\(2\), r_14\(4\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {Removing basic block 6} "mergephi1" } } */
