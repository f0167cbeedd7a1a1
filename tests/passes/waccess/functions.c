/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1 -fdump-tree-waccess3" } */

/* The last run follows the arguments of functions on memory and strings. */
void f (char *p, char *q, unsigned long n)
{
  __builtin_memcpy (p, q, n);
}

/* { dg-final { scan-tree-dump "misses:             0" "waccess1" } } */
/* { dg-final { scan-tree-dump "misses:             2" "waccess3" } } */
/* { dg-final { scan-tree-dump "index cache size:   7" "waccess3" } } */
