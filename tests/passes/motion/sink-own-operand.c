/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* What reads its own variable is another assignment each time. */
int f (int a, int n)
{
  do
    {
      a = a + 9;
      n--;
    }
  while (n > 0);
  return a;
}

/* { dg-final { scan-tree-dump {  a = a \+ 9;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "sink: a = a" "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Redundant" "sinkassign" } } */
