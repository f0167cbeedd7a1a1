/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=mr -fdump-tree-lexpre-details-stats" } */

/* The loop may not be entered: a / b is not computed before it. */
int f (int a, int b, int n)
{
  int s = 0;
  while (n-- > 0)
    s += a / b;
  return s;
}

/* { dg-final { scan-tree-dump { = a / b;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
