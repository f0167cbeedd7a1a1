/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* An even function has no use for a sign.  */

double
f (double x, double y)
{
  double a = -x;
  return __builtin_cos (a * y);
}

/* { dg-final { scan-tree-dump {\[USE\] _1 in _5 = __builtin_cos \(_1\);\n  _1: sign bit not important\n\[DEF\] Recording new information for _1 = a_3 \* y_4\(D\);\n  _1: sign bit not important\n\[USE\] a_3 in _1 = a_3 \* y_4\(D\);\n  a_3: sign bit not important\n\[DEF\] Recording new information for a_3 = -x_2\(D\);\n  a_3: sign bit not important\n\nDeleting a_3 = -x_2\(D\);} "backprop" } } */
/* { dg-final { scan-tree-dump {_1 = x_2\(D\) \* y_4\(D\);} "backprop" } } */
