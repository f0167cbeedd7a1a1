/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1-details" } */

/* Sums of floating-point numbers depend on their order. */

double
sum (int n)
{
  if (n == 0)
    return 1;
  return n + sum (n - 1);
}

/* { dg-final { scan-tree-dump { = sum \(_} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {Eliminated} "tailr1" } } */
