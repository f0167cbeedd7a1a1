/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp1 -fdump-tree-slp2 -fdump-tree-loop" } */

/* Functions with loops have the pass among those over loops, and not again. */
int f (int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] ^ s;
  return s;
}

/* { dg-final { scan-tree-dump "int f" "slp1" } } */
/* { dg-final { scan-tree-dump-not "loops found" "slp1" } } */
/* { dg-final { scan-tree-dump "int f" "loop" } } */
