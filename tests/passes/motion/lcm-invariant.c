/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=lcm -fdump-tree-lexpre-details-stats" } */

/* A loop that computes a * b each time: once before it is enough. */
int f (int a, int b, int n)
{
  int s = 0;
  do
    {
      s += a * b;
      n--;
    }
  while (n > 0);
  return s;
}

/* { dg-final { scan-tree-dump "Insertions: 1" "lexpre" } } */
/* { dg-final { scan-tree-dump "Deletions: 1" "lexpre" } } */
/* { dg-final { scan-tree-dump "lcmtmp\\.\[0-9\]+ = a \\* b;" "lexpre" } } */
