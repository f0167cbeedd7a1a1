/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

/* A chain of copies is followed once; after that what is known is found. */
int f (int a)
{
  int b = a;
  int c = b;
  return c;
}

/* { dg-final { scan-tree-dump "index entries:      4" "waccess1" } } */
/* { dg-final { scan-tree-dump "hits:               3" "waccess1" } } */
/* { dg-final { scan-tree-dump "misses:             8" "waccess1" } } */
/* { dg-final { scan-tree-dump "max_depth:          4" "waccess1" } } */
