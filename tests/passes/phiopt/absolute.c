/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1" } */

/* The negation in the arm is taken along. */
int f (int x)
{
  if (x < 0)
    x = -x;
  return x;
}

/* { dg-final { scan-tree-dump {ABS_EXPR <x_[0-9]+\(D\)>} "phiopt1" } } */
/* { dg-final { scan-tree-dump-not "PHI" "phiopt1" } } */
