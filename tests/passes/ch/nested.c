/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ch2-details" } */

/* Each loop of a nest gets its header copied. */
int f (int (*p)[8], int n, int m)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += p[i][j];
  return s;
}

/* { dg-final { scan-tree-dump-times "is now do-while loop" 2 "ch2" } } */
