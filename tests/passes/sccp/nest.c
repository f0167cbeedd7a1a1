/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* What the inner loop leaves is known in each iteration of the outer one, whose own sum is not. */
void use (int);
int f (int n, int m)
{
  int s = 1;
  for (int j = 0; j < m; j++)
    {
      for (int i = 0; i < n; i++)
        s += j;
      use (s);
    }
  return s;
}

/* { dg-final { scan-tree-dump-times "final value" 1 "sccp" } } */
/* { dg-final { scan-tree-dump-times "not replacing" 1 "sccp" } } */
