/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* The same bits as a vector of something else. */
typedef int v4 __attribute__ ((vector_size (16)));
typedef double d2 __attribute__ ((vector_size (16)));
d2 f (v4 a)
{
  return (d2) a;
}

/* { dg-final { scan-tree-dump {_2 = VIEW_CONVERT_EXPR<d2>\(a_1\(D\)\);} "veclower21" } } */
/* { dg-final { scan-tree-dump-not {BIT_FIELD_REF} "veclower21" } } */
