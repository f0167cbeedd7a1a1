/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* Where what a φ joins is never alive at once it is one variable, and no copy is left. */
int g (int);
int f (int n)
{
  int r;
  if (n)
    r = g (1);
  else
    r = g (2);
  return r + 1;
}

/* { dg-final { scan-tree-dump "the form is conventional SSA\n;; coalesce: 2 copies inserted, 2 coalesced, 0 left, 0 temporaries, 0 edges split" "outofssa" } } */
