/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=chow -fdump-tree-lexpre-details-stats" } */

/* a * b is computed on one arm and again below: it goes to the other arm. */
int f (int a, int b, int c)
{
  int x = 0;
  if (c)
    x = a * b;
  else
    x = c + 3;
  return x + a * b;
}

/* { dg-final { scan-tree-dump "Insertions: 1" "lexpre" } } */
/* { dg-final { scan-tree-dump "Deletions: 1" "lexpre" } } */
/* { dg-final { scan-tree-dump-times "lcmtmp\\.\[0-9\]+ = a \\* b;" 2 "lexpre" } } */
