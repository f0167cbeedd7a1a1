/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lower -fdump-tree-gimple" } */

/* Returns of the same variable jump to one at the end. */
int g (int);
int f (int n)
{
  if (n > 3)
    return 1;
  if (n > 2)
    return g (n);
  return 0;
}

/* { dg-final { scan-tree-dump-times "return D" 3 "gimple" } } */
/* { dg-final { scan-tree-dump-times "return D" 1 "lower" } } */
/* { dg-final { scan-tree-dump-times "\n  goto <D" 3 "lower" } } */
