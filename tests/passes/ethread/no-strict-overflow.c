/* { dg-do compile } */
/* { dg-options "-O2 -fno-strict-overflow -fdump-tree-ethread" } */

/* Without strict overflow sums wrap: one more than what is positive may be negative. */
int
f (int a)
{
  if (a <= 0)
    return 0;
  if (a + 1 < 0)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 2 "ethread" } } */
