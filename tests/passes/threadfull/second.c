/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-threadfull2" } */

/* The second instance stands after the passes over loops. */
int f (int *p, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

/* { dg-final { scan-tree-dump ";; 2 loops found" "threadfull2" } } */
