/* { dg-do compile } */
/* { dg-options "-O1 -ftree-sink-assignments -fdump-tree-sinkassign-details-stats" } */

/* Overwritten by the same on one arm only: the other gets it. */
int g (void);
int f (int b, int c)
{
  int a = b * 3, x = 0;
  if (c)
    {
      x = g ();
      a = b * 3;
    }
  return a + x;
}

/* { dg-final { scan-tree-dump "Redundant: 1" "sinkassign" } } */
