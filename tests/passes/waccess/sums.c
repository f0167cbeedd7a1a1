/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-waccess1" } */

/* The counters are those of the unit so far, the caches those of the function. */
int f (void)
{
  return 0;
}

int g (int a)
{
  return a;
}

/* { dg-final { scan-tree-dump-times "misses:             2" 1 "waccess1" } } */
/* { dg-final { scan-tree-dump-times "misses:             6" 1 "waccess1" } } */
