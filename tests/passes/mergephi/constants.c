/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* Arguments may be constants. */
int f (int a, int b)
{
  int r = 1, s = 5;
  if (a)
    {
      r = 2;
      if (b)
        r = 3;
      s = r;
    }
  return s;
}

/* { dg-final { scan-tree-dump {# s_2 = PHI <5\(2\), 3\(4\), 2\(3\)>} "mergephi1" } } */
