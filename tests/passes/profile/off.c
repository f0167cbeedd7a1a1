/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* Nothing is counted where one does not ask. */
int f (int n)
{
  return n ? n + 1 : 7;
}

/* { dg-final { scan-tree-dump { = n_[0-9]+\(D\) \+ 1;} "optimized" } } */
/* { dg-final { scan-tree-dump-not {__gcov} "optimized" } } */
