/* { dg-do compile } */
/* { dg-options "-O0 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* At -O0 too, and nothing happens where nothing is won. */
int f (int b, int c)
{
  int a = b + c;
  return a;
}

/* { dg-final { scan-tree-dump-not "Deletions" "sinkassign" } } */
/* { dg-final { scan-tree-dump "Assignments: " "sinkassign" } } */
