/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-loopinit-details" } */

/* A value leaves each loop around it by a φ of its own. */
int f (int *a, int n, int m)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i * j];
  return s;
}

/* { dg-final { scan-tree-dump-times "Created LCSSA PHI: s_" 2 "loopinit" } } */
