/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* A range with two ends is two comparisons here.  */

int
f (int x)
{
  if (x >= 0)
    {
      if (x <= 10)
        return 1;
    }
  return 2;
}

/* { dg-final { scan-tree-dump {if \(x_[0-9]+\(D\) <= 10\)} "ifcombine" } } */
/* { dg-final { scan-tree-dump-not {optimizing} "ifcombine" } } */
