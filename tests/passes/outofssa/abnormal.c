/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* No copy can stand on an edge control takes by itself: those names are one whatever it costs. */
int g (int);
int setjmp (void *);
int f (void *b, int n)
{
  int r = g (n);
  if (setjmp (b))
    r = g (r + 1);
  g (r);
  return r;
}

/* { dg-final { scan-tree-dump "partition \[0-9\]+: r_2\\(ab\\) r_3\\(ab\\) r_4\\(ab\\) r_\[0-9\]+\\(D\\)\\(ab\\) " "outofssa" } } */
/* { dg-final { scan-tree-dump-not "left wrong" "outofssa" } } */
