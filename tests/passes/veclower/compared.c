/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* Of a comparison all bits of an element are set. */
typedef int v4 __attribute__ ((vector_size (16)));
v4 f (v4 a, v4 b)
{
  return a == b;
}

/* { dg-final { scan-tree-dump {_8 = _6 == _7;} "veclower21" } } */
/* { dg-final { scan-tree-dump {_12 = -_11;} "veclower21" } } */
