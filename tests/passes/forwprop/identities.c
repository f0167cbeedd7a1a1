/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */

/* x + 0, x * 1, x & -1, x | 0, x ^ x, x - x. */
int f (int x)
{
  int zero = 0, one = 1, all = -1;
  int a = x + zero;
  int b = a * one;
  int c = b & all;
  int d = c | zero;
  int e = d ^ d;
  int g = d - d;
  return d + e + g;
}

/* { dg-final { scan-tree-dump "return x_" "optimized" } } */
