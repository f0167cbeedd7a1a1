/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* A condition that chooses between 0 and 1 is a value. */
int f (int a, int b)
{
  if (a == b)
    return 1;
  return 0;
}

/* { dg-final { scan-tree-dump-not "if \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "== " "optimized" } } */
