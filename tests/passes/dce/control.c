/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* Control dependence: a condition that decides nothing goes with its arms. */
int f (int a, int c)
{
  int x = 0;
  if (c)
    x = a * 3;
  else
    x = a - 7;
  return a;
}

/* { dg-final { scan-tree-dump-not "if \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "return a_" "optimized" } } */
