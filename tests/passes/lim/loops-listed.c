/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2 -fdump-tree-cselim" } */

/* Passes that look at loops list them first, those of functions without any as well. */
int none (int a)
{
  return a + 1;
}

int one (int *p, int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

/* { dg-final { scan-tree-dump-times ";; 1 loops found" 1 "lim2" } } */
/* { dg-final { scan-tree-dump ";; 2 loops found" "lim2" } } */
/* { dg-final { scan-tree-dump-times ";; 1 loops found" 1 "cselim" } } */
/* { dg-final { scan-tree-dump ";; 2 loops found" "cselim" } } */
