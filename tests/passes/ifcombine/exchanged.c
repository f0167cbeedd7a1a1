/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Operands that have changed places.  */

int
f (int x, int y)
{
  if (x <= y)
    {
      if (y <= x)
        return 1;
    }
  return 2;
}

/* { dg-final { scan-tree-dump {optimizing two comparisons to x_2\(D\) == y_3\(D\)} "ifcombine" } } */
