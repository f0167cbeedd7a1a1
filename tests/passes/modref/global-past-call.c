/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
int g;
__attribute__ ((noinline)) void set (int *p, int k)
{
  *p = k;
  __asm__ volatile ("");
}

/* `g` has not changed. */
int f (void)
{
  int x;
  g = 3;
  set (&x, 5);
  return g;
}

/* { dg-final { scan-tree-dump-not "= g;" "optimized" } } */
