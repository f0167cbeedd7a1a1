/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Bits are tested without a sign.  */

int
f (int x)
{
  if (x & 3)
    return 1;
  if (x & 12)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump {to \(unsigned int\) x_4\(D\) & T != 0} "ifcombine" } } */
/* { dg-final { scan-tree-dump {_6 = \(unsigned int\) x_4\(D\);\n  _7 = _6 & 15;\n  if \(_7 != 0\)} "ifcombine" } } */
