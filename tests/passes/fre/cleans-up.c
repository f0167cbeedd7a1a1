/* The CFG is cleaned up where a condition was known when a loop was first entered, though it is not in the end: the empty
   latch goes. Where nothing was known and nothing went, it stays. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fre3-details" } */

extern int x, y, more;
void known (void)
{
  y = 2;
  do
    {
      x = y;
      y = 2 * y;
    }
  while (!((y - x) >= 20));
}

void unknown (void)
{
  do
    x = 7;
  while (more);
}

/* { dg-final { scan-tree-dump-times "marking known outgoing edge" 1 "fre3" } } */
/* { dg-final { scan-tree-dump-times "Removing basic block" 1 "fre3" } } */
