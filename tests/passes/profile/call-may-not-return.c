/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-tree-optimized" } */

/* A call may not come back: after it is counted as well. */
int g (int);
int f (int n)
{
  g (n);
  return n;
}

/* { dg-final { scan-tree-dump {__gcov0.f\[0\] = } "optimized" } } */
/* { dg-final { scan-tree-dump {__gcov0.f\[1\] = } "optimized" } } */
