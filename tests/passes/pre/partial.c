/* { dg-do compile } */
/* { dg-options "-O2 -ftree-partial-pre -fchecking -fdump-tree-pre-details-stats" } */

/* a * b is needed on one way after the join, and known, under two names, on both ways to it. */
extern void g (int), h (void);
void f (int a, int b, int c, int d)
{
  int x, y;
  if (c)
    {
      y = a;
      g (a * b);
    }
  else
    {
      y = b;
      g (b * b);
    }
  h ();
  if (d)
    g (y * b);
}

/* { dg-final { scan-tree-dump "Found partial partial redundancy" "pre" } } */
/* { dg-final { scan-tree-dump "PA inserted: 1" "pre" } } */
