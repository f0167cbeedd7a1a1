/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* x < 0 ? -x : x */
int f (int x)
{
  int r = x;
  if (x < 0)
    r = -x;
  return r;
}

/* { dg-final { scan-tree-dump "ABS_EXPR" "optimized" } } */
/* { dg-final { scan-tree-dump-not "if \\(" "optimized" } } */
