/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cdce" } */

/* What is asked of the second call's argument is asked of what the first has returned on both ways.  */

double sqrt (double);

double
f (double x)
{
  return sqrt (sqrt (x));
}

/* { dg-final { scan-tree-dump {# (_\d+) = PHI <[^\n]*>\n  DCE_COND_LB.\d+_\d+ = \1;\n} "cdce" } } */
