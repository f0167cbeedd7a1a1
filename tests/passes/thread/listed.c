/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-thread1 -fdump-tree-thread2" } */

/* Both instances list the loops. */
int f (int *p, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

/* { dg-final { scan-tree-dump ";; 2 loops found" "thread1" } } */
/* { dg-final { scan-tree-dump ";; 2 loops found" "thread2" } } */
