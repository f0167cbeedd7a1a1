/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fprofile-update=atomic -fdump-tree-optimized" } */

/* Threads count at once where one says so. */
int f (int n)
{
  return n + 2;
}

/* { dg-final { scan-tree-dump {__atomic_fetch_add_8 \(&__gcov0.f\[0\], 1, 0\)} "optimized" } } */
