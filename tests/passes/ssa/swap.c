/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* Listing 2-13: the two phis of the swap. */
int swap_problem (int n)
{
  int x = 1;
  int y = 2;
  do
    {
      int temp = x;
      x = y;
      y = temp;
    }
  while (n > 10);
  return x / y;
}

/* { dg-final { scan-tree-dump-times "PHI <" 2 "ssa" } } */
