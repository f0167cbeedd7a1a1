/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

double
f (double x, int c)
{
  double a;
  if (c)
    a = -x;
  else
    a = __builtin_fabs (x);
  return __builtin_cos (a * 2);
}

/* { dg-final { scan-tree-dump {Replacing use of a_6 with x_4\(D\) in a_2 = PHI <a_6\(3\), a_5\(4\)>\nReplacing use of a_5 with x_4\(D\) in a_2 = PHI <x_4\(D\)\(3\), a_5\(4\)>\n\n?Deleting a_6 = -x_4\(D\);\n\n?Deleting a_5 = ABS_EXPR <x_4\(D\)>;} "backprop" } } */
