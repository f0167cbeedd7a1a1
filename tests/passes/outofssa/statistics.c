/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-stats" } */

/* What was done is counted. */
int g (int);
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += g (i);
  return s;
}

/* { dg-final { scan-tree-dump "PHI nodes" "outofssa" } } */
