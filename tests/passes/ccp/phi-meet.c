/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1" } */

/* Equal constants on both arms meet in the constant, different ones do not. */
int same (int c)
{
  int x;
  if (c)
    x = 4;
  else
    x = 4;
  return x;
}
int different (int c)
{
  int x;
  if (c)
    x = 4;
  else
    x = 5;
  return x + 1;
}

/* { dg-final { scan-tree-dump-times "return 4;" 1 "ccp1" } } */
/* { dg-final { scan-tree-dump "PHI <4\\(\[0-9\]+\\), 5" "ccp1" } } */
