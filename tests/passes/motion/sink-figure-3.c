/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* Nothing in the loop reads a: one assignment after it is enough. */
int f (int i, int n)
{
  int a = 0, s = 0;
  do
    {
      a = i + 9;
      s += i;
    }
  while (s < n);
  return a + s;
}

/* { dg-final { scan-tree-dump "Insertions: 1" "sinkassign" } } */
/* { dg-final { scan-tree-dump "Deletions: 1" "sinkassign" } } */
/* { dg-final { scan-tree-dump-times "  a = i \\+ 9;" 1 "sinkassign" } } */
