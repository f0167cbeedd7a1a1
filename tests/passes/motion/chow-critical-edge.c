/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chow -fdump-tree-lexpre-details-stats" } */

/* The only way into the loop is a critical edge, on which only the two later methods insert. */
int f (int a, int b, int p)
{
  int x = 0;
  if (p)
    do
      x += a * b;
    while (x < p);
  return x;
}

/* { dg-final { scan-tree-dump { = a \* b;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
