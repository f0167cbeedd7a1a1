/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fno-tree-sink -fdump-tree-pre-details-stats -fdump-tree-optimized" } */

/* Both ways after the branch divide: the division is done before it. */
int f (int a, int b, int c)
{
  int x;
  if (c > 4)
    x = a / (b | 1) + 7;
  else
    x = a / (b | 1) - c;
  return x;
}

/* { dg-final { scan-tree-dump "Inserting expression in block 2 for code hoisting: .trunc_div_expr" "pre" } } */
/* { dg-final { scan-tree-dump "HOIST inserted: 2" "pre" } } */
/* { dg-final { scan-tree-dump-times " / " 1 "optimized" } } */
