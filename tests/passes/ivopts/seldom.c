/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts-details" } */

/* What is done in a part of the loop that runs seldom counts as if it ran each time; in a loop within it counts as often as
   that goes round.  */
int arr[16];
void f (int n)
{
  for (int i = 0; i < n; i++)
    if (i <= 15)
      arr[i] = i;
}

/* { dg-final { scan-tree-dump "\n  1\t14\t0\t" "ivopts" } } */
/* { dg-final { scan-tree-dump "MEM\\\[\\(int \\*\\)_\[0-9\]+\\\] = i_" "ivopts" } } */
