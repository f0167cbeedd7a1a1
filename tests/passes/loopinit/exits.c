/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-loopinit-details" } */

/* One for each exit by which it is used. */
int g (int);
int f (int *a, int n)
{
  int i;
  for (i = 0; i < n; i++)
    {
      if (a[i] == 1)
        return g (i) + 1;
      if (a[i] == 2)
        return g (i * 3);
    }
  return 7;
}

/* { dg-final { scan-tree-dump-times "Created LCSSA PHI: i_" 2 "loopinit" } } */
