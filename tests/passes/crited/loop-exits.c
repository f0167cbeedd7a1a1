/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* A loop's way back and its ways out are split. */
extern int g (void);
int f (int a)
{
  int r = 5;
  while (r < a)
    {
      r += g ();
      if (r == 9)
        break;
    }
  return r;
}

/* { dg-final { scan-tree-dump {<bb 6> [^\n]*\n  goto <bb 5>;} "crited1" } } */
/* { dg-final { scan-tree-dump {# r_1 = PHI <5\(2\), r_9\(7\)>} "crited1" } } */
/* { dg-final { scan-tree-dump {# r_2 = PHI <9\(6\), r_1\(8\)>} "crited1" } } */
