/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-tree-optimized" } */

/* But not after one that does nothing but compute. */
int g (int) __attribute__ ((const, nothrow));
int f (int n)
{
  return g (n) + g (n + 1);
}

/* { dg-final { scan-tree-dump-times {__gcov0.f\[\d+\] = } 1 "optimized" } } */
