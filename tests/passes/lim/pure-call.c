/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* A call that only computes leaves the loop if every iteration makes it, and nothing it reads changes. */
int weigh (int) __attribute__ ((const));
int look (int) __attribute__ ((pure));

int always (int *a, int n, int k)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * weigh (k);
  return sum;
}

int sometimes (int *a, int n, int k)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i])
      sum += a[i] + weigh (k);
  return sum;
}

void changed (int *a, int n, int k)
{
  for (int i = 0; i < n; i++)
    a[i] = look (k);
}

/* { dg-final { scan-tree-dump-times "Moving statement" 1 "lim2" } } */
/* { dg-final { scan-tree-dump "Moving statement\n_\[0-9\]+ = weigh \\(k_\[0-9\]+\\(D\\)\\);\n\\(cost 20\\) out of loop 1\\." "lim2" } } */
