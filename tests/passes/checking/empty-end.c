/* { dg-do compile } */
/* { dg-options "-O2 -fchecking" } */

/* Blocks that are never reached are empty, and end where they begin. */
int p (int, int);
int f (int x, int y)
{
  int i;
  switch (x)
    {
    case 0:
      return y;
    case 1:
      __asm__ goto ("" : : : : l);
      __builtin_unreachable ();
    case 2:
      for (i = 0; i < y; i++)
        if (p (i, y))
          __builtin_unreachable ();
    }
  if (y > 3)
    __builtin_unreachable ();
l:
  return y + 2;
}

/* { dg-final { scan-assembler "\tjr\tra" } } */
