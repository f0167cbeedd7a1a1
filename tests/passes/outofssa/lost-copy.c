/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* What is read after the loop is not overwritten by the copy at its end: the edge back is split for that. */
int g (int);
int f (int n)
{
  int x = 1, r;
  do
    {
      r = x;
      x = x + 1;
    }
  while (g (x));
  return r;
}

/* { dg-final { scan-tree-dump "phi web 0: x_2 x_5\n;;   x_2 and x_5 interfere\n;; the form is transformed SSA" "outofssa" } } */
/* { dg-final { scan-tree-dump "2 left, 0 temporaries, 1 edges split" "outofssa" } } */
/* { dg-final { scan-tree-dump "  x.1 = x.2;\n\n  <bb 3>" "outofssa" } } */
