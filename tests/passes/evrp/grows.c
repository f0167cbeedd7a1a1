/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* Where sums do not wrap, what grows from one is positive. */
int g (void);

int
f (int n)
{
  int i, s = 0;
  for (i = 1; g (); i++)
    s += i < 0;
  return s;
}

/* { dg-final { scan-tree-dump {i_\d+  : int \[1, \+INF\]} "evrp" } } */
/* { dg-final { scan-tree-dump-not {i_\d+ < 0} "evrp" } } */
