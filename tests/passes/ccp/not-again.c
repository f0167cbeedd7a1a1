/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ccp1-details" } */

/* A φ whose edges are all taken, and whose arguments will not change, is looked at no more: the conversion after it
   neither.  */

long f (int c)
{
  int x = 1;
  if (c)
    x = 2;
  return x;
}

/* { dg-final { scan-tree-dump-times "marking stmt to be not simulated again" 4 "ccp1" } } */
