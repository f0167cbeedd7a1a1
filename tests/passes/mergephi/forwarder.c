/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* A block with nothing but a φ hands its arguments on to the block after it. */
extern int g (void), h (void);
int f (int a, int b)
{
  int r;
  if (a)
    {
      if (b)
        r = g ();
      else
        r = h ();
    }
  else
    r = 3;
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_8\(5\), 3\(2\), r_10\(4\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump-times {PHI} 1 "mergephi1" } } */
