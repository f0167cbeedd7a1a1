/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* One of two bits is not set.  */

int
f (int x)
{
  if (!(x & 1))
    return 3;
  if (!(x & 8))
    return 3;
  return 4;
}

/* { dg-final { scan-tree-dump {(_\d+) = x_4\(D\) & 9;\n  if \(\1 != 9\)} "ifcombine" } } */
