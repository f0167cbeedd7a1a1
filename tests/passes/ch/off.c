/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-ch -fdump-tree-lim2" } */

/* -fno-tree-ch switches the pass off: the loop is tested at its head. */
int f (int *p, int n)
{
  int s = 0, i = 0;
  while (i < n)
    s += p[i++];
  return s;
}

/* { dg-final { scan-tree-dump-times "if \\(" 1 "lim2" } } */
