/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

/* A φ is followed until an argument points to something unknown. */
int *f (int *a, int *b, int c)
{
  if (c)
    b = a;
  return b;
}

/* { dg-final { scan-tree-dump "access cache size:  10" "waccess1" } } */
/* { dg-final { scan-tree-dump "hits:               1" "waccess1" } } */
/* { dg-final { scan-tree-dump "misses:             8" "waccess1" } } */
