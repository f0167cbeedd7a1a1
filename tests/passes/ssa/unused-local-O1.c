/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ssa" } */

/* With optimisation variables go that nothing uses. */
int f (int n)
{
  int unused;
  return n * 3;
}

/* { dg-final { scan-tree-dump {n_[0-9]+\(D\) \* 3;} "ssa" } } */
/* { dg-final { scan-tree-dump-not {int unused} "ssa" } } */
/* { dg-final { scan-tree-dump-not {int D\.} "ssa" } } */
