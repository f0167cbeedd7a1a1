/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* A comparison that traps for a NaN is not done where it was not.  */

int
f (double x, double y)
{
  if (x == y)
    return 1;
  if (x < y)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) < y_} "ifcombine" } } */
/* { dg-final { scan-tree-dump-not {optimizing} "ifcombine" } } */
