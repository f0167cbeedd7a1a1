/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* Copies and constants sink as well. */
int f (int i, int n)
{
  int a = 0, b = 0, s = 0;
  do
    {
      a = i;
      b = 7;
      s += i;
    }
  while (s < n);
  return a + b + s;
}

/* { dg-final { scan-tree-dump "Deletions: 2" "sinkassign" } } */
