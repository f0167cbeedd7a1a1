/* Internal functions that compute values are called by their names. */
/* { dg-do run } */
/* { dg-options "-O1 -fgimple -ffp-contract=off -fdump-tree-optimized -fdump-tree-ssa" } */

int __GIMPLE (ssa)
adds_over (int a, int b)
{
  _Complex int sum;
  int over;

  __BB(2):
  sum_1 = .ADD_OVERFLOW (a_3(D), b_4(D));
  over_2 = __imag sum_1;
  return over_2;
}

double __GIMPLE ()
product_and_sum (double a, double b, double c)
{
  double all;
  all = .FNMA (a, b, c);
  return all;
}

int
main (void)
{
  if (adds_over (0x7fffffff, 1) != 1 || adds_over (-5, 3) != 0)
    return 1;
  return product_and_sum (2, 3, 10) != 4;
}

/* { dg-final { scan-tree-dump ".ADD_OVERFLOW \\(a_\[0-9\]+\\(D\\), b_\[0-9\]+\\(D\\)\\);" "optimized" } } */
/* { dg-final { scan-tree-dump "= .FNMA \\(a_\[0-9\]+\\(D\\), b_\[0-9\]+\\(D\\), c_\[0-9\]+\\(D\\)\\);" "ssa" } } */
