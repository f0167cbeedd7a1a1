/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* There and back again: widening then narrowing is nothing. */
int f (int x)
{
  long l = x;
  return (int) l;
}

/* { dg-final { scan-tree-dump "return x_" "optimized" } } */
/* { dg-final { scan-tree-dump-not "\\(long" "optimized" } } */
