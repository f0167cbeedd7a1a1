/* { dg-do compile } */
/* { dg-options "-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math -fdump-tree-reassoc1" } */

/* Sums may be taken apart; the same added again and again is no product yet. */
double f (double a, double b)
{
  return (a + 5.0) + b + 3.0;
}

double g (double x, double y)
{
  return (x + y) + (x + y * x) + x;
}

/* { dg-final { scan-tree-dump-times " \\+ 8.0e\\+0;" 1 "reassoc1" } } */
/* { dg-final { scan-tree-dump-not "\\* 3.0e\\+0" "reassoc1" } } */
