/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2 -fdump-tree-no_loop" } */

/* Where no loop is, the pass finds that out by itself. */
int f (int a)
{
  return a + 1;
}

/* { dg-final { scan-tree-dump "1 loops found" "slp2" } } */
/* { dg-final { scan-tree-dump "a_\[0-9\]+.D. \\+ 1" "no_loop" } } */
