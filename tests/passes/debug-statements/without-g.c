/* Neither without debugging information nor without optimisation is there any. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple -fdump-tree-ssa" } */

int f (int a)
{
  int x = a + 1;
  return x;
}

/* { dg-final { scan-tree-dump-not "DEBUG" "gimple" } } */
/* { dg-final { scan-tree-dump-not "DEBUG" "ssa" } } */
/* { dg-final { scan-tree-dump "x_2 = a_1.D. \\+ 1" "ssa" } } */
