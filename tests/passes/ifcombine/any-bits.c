/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Sets of bits of which one is to be set.  */

int
f (unsigned x)
{
  if (x & 3)
    return 1;
  if (x & 12)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump {optimizing bits or bits test to x_4\(D\) & T != 0\nwith temporary T = 12 \| 3} "ifcombine" } } */
/* { dg-final { scan-tree-dump {_6 = x_4\(D\) & 15;\n  if \(_6 != 0\)} "ifcombine" } } */
