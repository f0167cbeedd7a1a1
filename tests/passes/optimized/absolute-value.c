/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* No absolute value is less than zero; one that is no number is not at least zero either. */
extern double fabs (double);
extern void never (void);

void less (double x)
{
  double p = fabs (x), q = 0.0;
  if (p < q)
    never ();
}

int at_least (double x)
{
  return fabs (x) >= 0.0;
}

/* { dg-final { scan-tree-dump-not "never" "optimized" } } */
/* { dg-final { scan-tree-dump-times "ABS_EXPR" 1 "optimized" } } */
