/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* Copies around a cycle need a place to put one of the values by. */
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

/* { dg-final { scan-tree-dump "the form is transformed SSA\n;; coalesce: 4 copies inserted, 0 coalesced, 4 left, 1 temporaries, 1 edges split" "outofssa" } } */
/* { dg-final { scan-tree-dump "saved.1 = x.1;\n  x.1 = y.2;\n  y.2 = saved.1;" "outofssa" } } */
