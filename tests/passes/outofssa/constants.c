/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-outofssa-details" } */

/* A constant is put into the place where control comes from. */
int g (int);
int f (int n)
{
  int r = 7;
  if (n)
    r = g (1);
  g (n);
  return r;
}

/* { dg-final { scan-tree-dump "\n  r.\[0-9\]+ = 7;" "outofssa" } } */
/* { dg-final { scan-tree-dump "\n  r.\[0-9\]+ = g \\(1\\);" "outofssa" } } */
