/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-gimple" } */

/* A choice that is a condition becomes a boolean as a whole: the arm that is a logical operation is computed as an int. */

/* { dg-final { scan-tree-dump "int iftmp.1;" "gimple" } } */
/* { dg-final { scan-tree-dump "iftmp.0 = \\(_Bool\\) iftmp.1;" "gimple" } } */
double f (double m, double b)
{
  if (m > 0 ? b < 0 : (m < 0 && b != m))
    m += b;
  return m;
}
