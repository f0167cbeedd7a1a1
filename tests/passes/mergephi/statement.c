/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* A block that does something stays. */
extern int g (void), h (void);
extern void use (int);
int f (int a, int b)
{
  int r;
  if (a)
    {
      if (b)
        r = g ();
      else
        r = h ();
      use (r);
    }
  else
    r = 3;
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_12\(4\), r_10\(5\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump {# r_2 = PHI <r_1\(6\), 3\(2\)>} "mergephi1" } } */
/* { dg-final { scan-tree-dump-not {Removing} "mergephi1" } } */
