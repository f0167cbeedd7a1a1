/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vrp -fdump-tree-thread1-details" } */

/* Before the passes over loops, no path goes round a loop by an empty latch. */
int g (int);

int f (int n)
{
  int state = 0, sum = 0;
  for (int i = 0; i < n; i++)
    switch (state)
      {
      case 0:
        sum += g (0);
        state = 1;
        break;
      case 1:
        sum += g (1);
        state = 2;
        break;
      default:
        sum += g (2);
        state = 0;
      }
  return sum;
}

/* { dg-final { scan-tree-dump "switch \\(state_" "thread1" } } */
