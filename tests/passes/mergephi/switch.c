/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* Among the cases of a switch. */
extern int g (void), h (void);
int f (int a, int b)
{
  int r;
  switch (a)
    {
    case 1:
      r = g ();
      break;
    case 2:
      if (b)
        r = h ();
      else
        r = 9;
      break;
    default:
      r = 4;
    }
  return r;
}

/* { dg-final { scan-tree-dump {# r_1 = PHI <r_10\(3\), 9\(4\), 4\(2\), r_8\(5\)>} "mergephi1" } } */
