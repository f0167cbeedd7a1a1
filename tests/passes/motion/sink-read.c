/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* The loop reads the variable: the assignment stays. */
int f (int i, int n)
{
  int a = 0, s = 0;
  do
    {
      a = i + 9;
      s += a;
    }
  while (s < n);
  return a + s;
}

/* { dg-final { scan-tree-dump {  s = s \+ a;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Deletions" "sinkassign" } } */
