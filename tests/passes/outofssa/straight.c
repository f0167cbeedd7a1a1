/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* Without φs there is nothing to copy. */
int f (int a, int b)
{
  int c = a + b;
  int d = c * a;
  return d - b;
}

/* { dg-final { scan-tree-dump "coalesce: 0 copies inserted, 0 coalesced, 0 left, 0 temporaries, 0 edges split" "outofssa" } } */
/* { dg-final { scan-tree-dump-not "phi web" "outofssa" } } */
