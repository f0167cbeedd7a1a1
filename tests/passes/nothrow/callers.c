/* { dg-do compile } */
/* { dg-options "-O2 -fexceptions -fdump-tree-nothrow" } */

__attribute__ ((noinline)) static int leaf (int a)
{
  return a * 3;
}

/* What was found of a function its callers know. */
int caller (int a)
{
  return leaf (a) + leaf (a + 1);
}

/* { dg-final { scan-tree-dump "Function found to be nothrow: leaf" "nothrow" } } */
/* { dg-final { scan-tree-dump "Function found to be nothrow: caller" "nothrow" } } */
