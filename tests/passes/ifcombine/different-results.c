/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Ways that a φ tells apart are not one.  */

int
f (int x, int y)
{
  if (x < y)
    return 1;
  if (x == y)
    return 3;
  return 2;
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) == y_} "ifcombine" } } */
/* { dg-final { scan-tree-dump-not {optimizing} "ifcombine" } } */
