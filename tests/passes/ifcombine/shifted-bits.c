/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details" } */

/* Bits whose numbers are known when the program runs.  */

int g (int);

void
f (unsigned x, int k, int l)
{
  if (x & (1u << k))
    if (x & (1u << l))
      g (1);
}

/* { dg-final { scan-tree-dump {_11 = 1 << l_9\(D\);\n  _12 = 1 << k_7\(D\);\n  _13 = _11 \| _12;\n  _14 = x_6\(D\) & _13;\n  if \(_13 == _14\)} "ifcombine" } } */
