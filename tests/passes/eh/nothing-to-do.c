/* { dg-do compile } */
/* { dg-options "-O2 -fno-exceptions -fdump-tree-lower -fdump-tree-eh" } */

/* Where there is no try the function is as it was. */
int loud (int *);
int f (int n)
{
  while (loud (&n))
    n--;
  return n;
}

/* { dg-final { scan-tree-dump-times "goto " 4 "lower" } } */
/* { dg-final { scan-tree-dump-times "goto " 4 "eh" } } */
