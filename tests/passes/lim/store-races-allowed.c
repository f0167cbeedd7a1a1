/* { dg-do compile } */
/* { dg-options "-O2 -fallow-store-data-races -fdump-tree-lim2-details" } */

/* No flag where nobody else can look. */
int k;
void stores (int n, int m)
{
  for (int i = 0; i < n; i++)
    if (i > m)
      k = i;
}

/* { dg-final { scan-tree-dump "Executing store motion of k from loop 1" "lim2" } } */
/* { dg-final { scan-tree-dump-not "_flag" "lim2" } } */
