/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chow -fdump-tree-lexpre-details-stats" } */

/* a is written on the way: the second a * b is another value. */
int f (int a, int b, int c)
{
  int x = a * b;
  if (c)
    a = c;
  else
    a = 1;
  return x + a * b;
}

/* { dg-final { scan-tree-dump {x = a \* b;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
/* { dg-final { scan-tree-dump-not "Deletions" "lexpre" } } */
