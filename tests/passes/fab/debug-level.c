/* { dg-do compile } */
/* { dg-options "-Og -fdump-tree-fab2 -fdump-tree-optimized" } */

/* With -Og fab2 has the same to do. */
int g (int);
int f (int n)
{
  if (__builtin_constant_p (n))
    return g (n) + 1;
  return g (n + 2);
}

/* { dg-final { scan-tree-dump-not "__builtin_constant_p" "fab2" } } */
/* { dg-final { scan-tree-dump-not "  if \\(" "optimized" } } */
/* { dg-final { scan-tree-dump "n_\[0-9\]+\\(D\\) \\+ 2" "optimized" } } */
