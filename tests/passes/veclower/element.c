/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* An element whose number is not known is one of an array. */
typedef int v4 __attribute__ ((vector_size (16)));
v4 f (v4 a, int i)
{
  a[i] = 3;
  return a;
}

/* { dg-final { scan-tree-dump {VIEW_CONVERT_EXPR<int\[4\]>\(a\)\[i_2\(D\)\] = 3;} "veclower21" } } */
