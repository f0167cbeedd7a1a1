/* { dg-do compile } */
/* { dg-options "-O1 -fout-of-ssa=sreedhar3 -fdump-tree-outofssa-details" } */

/* One of the φs can do without. */
int g (int);
int f (int n)
{
  int x = 1, y = 2;
  do
    {
      int t = x;
      x = y;
      y = t;
    }
  while (g (n));
  return x / y;
}

/* { dg-final { scan-tree-dump "sreedhar3: 5 copies inserted, 0 coalesced, 5 left, 0 temporaries" "outofssa" } } */
/* { dg-final { scan-tree-dump "partition 1: x_2 y_12 y_13" "outofssa" } } */
