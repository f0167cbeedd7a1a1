/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* The variable has the value already. */
int f (int b, int c)
{
  int a = b + 1;
  int x = a * c;
  a = b + 1;
  return x + a;
}

/* { dg-final { scan-tree-dump "redundant in <bb 2>: a = b \\+ 1;" "sinkassign" } } */
/* { dg-final { scan-tree-dump "Redundant: 1" "sinkassign" } } */
