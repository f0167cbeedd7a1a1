/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* One element after the other. */
typedef int v4 __attribute__ ((vector_size (16)));
v4 f (v4 a)
{
  return -a;
}

/* { dg-final { scan-tree-dump-times { = -_} 4 "veclower21" } } */
/* { dg-final { scan-tree-dump {_2 = \{_5, _7, _9, _11\};} "veclower21" } } */
