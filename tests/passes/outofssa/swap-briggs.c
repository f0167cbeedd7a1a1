/* { dg-do compile } */
/* { dg-options "-O1 -fout-of-ssa=briggs -fdump-tree-outofssa-details" } */

/* With places of its own for each φ nothing need be put by. */
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

/* { dg-final { scan-tree-dump "briggs: 6 copies inserted, 0 coalesced, 6 left, 0 temporaries, 0 edges split" "outofssa" } } */
/* { dg-final { scan-tree-dump "x.1 = x.5;\n  y.2 = y.6;" "outofssa" } } */
