/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* x == y ? y : x is x. */
int f (int x, int y)
{
  int r;
  if (x == y)
    r = y;
  else
    r = x;
  return r;
}

/* { dg-final { scan-tree-dump "return x_" "optimized" } } */
/* { dg-final { scan-tree-dump-not "if \\(" "optimized" } } */
