/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt1-details" } */

/* Choosing the greater or the smaller of two. */
int greater (int a, int b)
{
  if (a > b)
    return a;
  return b;
}
int smaller (int a, int b)
{
  int r;
  if (a < b)
    r = a;
  else
    r = b;
  return r;
}

/* { dg-final { scan-tree-dump-times "MAX_EXPR" 1 "phiopt1" } } */
/* { dg-final { scan-tree-dump-times "MIN_EXPR" 1 "phiopt1" } } */
