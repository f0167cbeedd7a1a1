/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* What both tests have in common may stand on either side.  */

int
f (unsigned x, int b, int c)
{
  if (x & b)
    return 1;
  if (x & c)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump {with temporary T = \(unsigned int\) c_8\(D\) \| \(unsigned int\) b_6\(D\)} "ifcombine" } } */
/* { dg-final { scan-tree-dump {_10 = \(unsigned int\) b_6\(D\);\n  _11 = \(unsigned int\) c_8\(D\);\n  _12 = _10 \| _11;\n  _13 = x_7\(D\) & _12;\n  if \(_13 != 0\)} "ifcombine" } } */
