/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* The value is needed on one way, and assigned again on the other. */
int g (void);
int f (int b, int c)
{
  int a = 0, x = 0;
  a = b * 3;
  if (c)
    x = a + 1;
  b = g ();
  a = b * 3;
  return a + x;
}

/* { dg-final { scan-tree-dump {  x = a \+ 1;} "sinkassign" } } */
/* { dg-final { scan-tree-dump-not "Redundant" "sinkassign" } } */
