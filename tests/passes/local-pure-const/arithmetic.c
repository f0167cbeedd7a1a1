/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* What only computes is const. */
int f (int x, int y)
{
  return x * 3 + y;
}

/* { dg-final { scan-tree-dump "Function found to be const: f/0" "local-pure-const1" } } */
