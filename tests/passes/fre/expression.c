/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre1" } */

/* The same operation on the same operands is computed once, also with the operands swapped. */
int f (int a, int b)
{
  int x = a * b;
  int y = b * a;
  return x - y + a;
}

/* { dg-final { scan-tree-dump-times " \\* " 1 "fre1" } } */
/* { dg-final { scan-tree-dump "return a_" "fre1" } } */
