/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ethread" } */

/* Where sums do not wrap, one more than what is positive is positive. */
int g (void);

int
f (int a)
{
  if (a <= 0)
    return 0;
  int b = a * 3;
  if (b < -4)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 1 "ethread" } } */
