/* { dg-do compile } */
/* { dg-options "-O2 -fno-move-loop-stores -fdump-tree-lim2-details" } */

/* Only computations leave loops. */
int g;
void add (int n, int k)
{
  for (int i = 0; i < n; i++)
    g += i ^ (k * 7);
}

/* { dg-final { scan-tree-dump-not "Executing store motion" "lim2" } } */
/* { dg-final { scan-tree-dump "Moving statement" "lim2" } } */
