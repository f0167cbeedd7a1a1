/* { dg-do compile } */
/* { dg-options "-O2 -fno-optimize-sibling-calls -fdump-tree-optimized" } */

int
fact (int n)
{
  if (n <= 1)
    return 1;
  return n * fact (n - 1);
}

/* { dg-final { scan-tree-dump { = fact \(} "optimized" } } */
