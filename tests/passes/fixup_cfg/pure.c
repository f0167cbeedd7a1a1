/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fixup_cfg3-vops" } */

/* A call of a function that has been found to do nothing but read gives no new memory. */
int a, b;
static __attribute__ ((noinline)) int sum (int x) { return a + x; }
int f (int x)
{
  b = 1;
  return sum (x) + b;
}

/* { dg-final { scan-tree-dump-times "VDEF" 1 "fixup_cfg3" } } */
