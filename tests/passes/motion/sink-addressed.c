/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* A variable in memory is none that moves. */
void g (int *);
int f (int i, int n)
{
  int a = 0, s = 0;
  g (&a);
  do
    {
      a = i + 9;
      s += i;
    }
  while (s < n);
  return s;
}

/* { dg-final { scan-tree-dump {  a = _1;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Deletions" "sinkassign" } } */
