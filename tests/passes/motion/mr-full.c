/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=mr -fdump-tree-lexpre-details-stats" } */

/* Computed on both arms: nothing has to be inserted. */
int f (int a, int b, int c)
{
  int x, y;
  if (c)
    x = a - b;
  else
    x = 2 * (a - b);
  y = a - b;
  return x + y;
}

/* { dg-final { scan-tree-dump "Deletions: 1" "lexpre" } } */
/* { dg-final { scan-tree-dump-not "Insertions" "lexpre" } } */
/* { dg-final { scan-tree-dump-times "lcmtmp\\.\[0-9\]+ = a - b;" 2 "lexpre" } } */
