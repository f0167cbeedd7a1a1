/* Without optimisation variables are where they are. */
/* { dg-do compile } */
/* { dg-options "-O0 -g -fdump-tree-ssa" } */

int f (int a)
{
  int x = a + 1;
  return x;
}

/* { dg-final { scan-tree-dump-not "DEBUG" "ssa" } } */
/* { dg-final { scan-tree-dump "x_\[0-9\]+ = a_\[0-9\]+.D. \\+ 1" "ssa" } } */
