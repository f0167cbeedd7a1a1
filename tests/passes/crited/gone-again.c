/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Blocks that nothing came into are gone in the end. */
int g (int);
int f (int a, int b)
{
  int r = a;
  if (a > 0)
    r = g (b);
  return r + b;
}

/* { dg-final { scan-tree-dump "Removing basic block" "optimized" } } */
/* { dg-final { scan-tree-dump-times "<bb \[0-9\]+> \\\[" 3 "optimized" } } */
