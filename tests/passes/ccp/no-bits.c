/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-bit-ccp -fdump-tree-ccp1" } */

/* Which bits may be set is not followed: the test stays. */
int f (int a)
{
  int b = 4;
  if (a)
    b = 8;
  if (b & 3)
    return 1;
  return b;
}

/* { dg-final { scan-tree-dump-times "if \\(" 2 "ccp1" } } */
