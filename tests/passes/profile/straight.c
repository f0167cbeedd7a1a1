/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-tree-optimized" } */

/* Straight code is counted once. */
int f (int n)
{
  int k = n * 3;
  return k - n;
}

/* { dg-final { scan-tree-dump-times {__gcov0.f\[0\] = } 1 "optimized" } } */
/* { dg-final { scan-tree-dump-not {__gcov0.f\[1\]} "optimized" } } */
