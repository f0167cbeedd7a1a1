/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized -fdisable-tree-crited1" } */

/* A pass left out leaves edges whole. */
int g (int);
int f (int a, int b)
{
  int r = a;
  if (a > 0)
    r = g (b);
  return r + b;
}

/* { dg-final { scan-tree-dump {r_[0-9]+ = g \(b_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "Removing basic block" "optimized" } } */
