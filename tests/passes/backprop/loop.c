/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-backprop-details" } */

/* What the head of a loop wants is known last.  */

double
f (double x, int n)
{
  double a = 1;
  for (int i = 0; i < n; i++)
    a = -a * x;
  return __builtin_fabs (a);
}

/* { dg-final { scan-tree-dump {\[BACKEDGE\] a_\d+ in a_2 = PHI <1.0e\+0\(2\), a_\d+\(3\)>} "backprop" } } */
/* { dg-final { scan-tree-dump {\[WORKLIST\] Pushing a_\d+\n} "backprop" } } */
/* { dg-final { scan-tree-dump {\[WORKLIST\] Popping i_\d+\n\[USE\] i_\d+ in i_3 = PHI <0\(2\), i_\d+\(3\)>\n\[DEF\] Deleting information for i_\d+ = i_3 \+ 1;} "backprop" } } */
/* { dg-final { scan-tree-dump {\[DEF\] Updating information for a_\d+ = _1 \* x_\d+\(D\);} "backprop" } } */
/* { dg-final { scan-tree-dump {Deleting _1 = -a_2;} "backprop" } } */
