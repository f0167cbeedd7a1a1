/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fdump-tree-tailr1-details" } */

/* With -ffast-math the order of additions does not matter. */

double
sum (int n)
{
  if (n == 0)
    return 1;
  return n + sum (n - 1);
}

/* { dg-final { scan-tree-dump {# add_acc_\d+ = PHI <0.0\(0\), add_acc_\d+\(4\)>} "tailr1" } } */
