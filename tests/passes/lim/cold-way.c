/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2-details" } */

/* What is seldom needed is not computed at every entry. */
int f (int *a, int n, int k, int c)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      sum += a[i];
      if (__builtin_expect_with_probability (sum == c, 1, 0.0001))
        sum += k / 3 * c;
    }
  return sum;
}

/* { dg-final { scan-tree-dump-not "Moving statement" "lim2" } } */
/* { dg-final { scan-tree-dump "loop 1's coldest_outermost_loop is 1, hotter_than_inner_loop is NULL" "lim2" } } */
