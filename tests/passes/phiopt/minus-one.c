/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2" } */

/* With -1 in the place of 1 it is the negative. */
int f (int a, int b)
{
  int r;
  if (a < b)
    r = -1;
  else
    r = 0;
  return r;
}

/* { dg-final { scan-tree-dump {_[0-9]+ = -_[0-9]+;} "phiopt2" } } */
/* { dg-final { scan-tree-dump-not "PHI" "phiopt2" } } */
