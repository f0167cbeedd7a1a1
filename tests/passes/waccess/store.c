/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

/* What is stored through a parameter is asked about once for all that is. */
void f (int *p, int a)
{
  *p = a;
  p[1] = a;
}

/* { dg-final { scan-tree-dump "index entries:      3" "waccess1" } } */
/* { dg-final { scan-tree-dump "hits:               2" "waccess1" } } */
/* { dg-final { scan-tree-dump "misses:             5" "waccess1" } } */
