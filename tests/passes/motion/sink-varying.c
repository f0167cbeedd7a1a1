/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* An operand changes in the loop, so the assignments are not the same. */
int f (int i, int n)
{
  int a = 0;
  do
    {
      a = i + 9;
      i = i + 1;
    }
  while (i < n);
  return a + i;
}

/* { dg-final { scan-tree-dump {  i = i \+ 1;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Deletions" "sinkassign" } } */
