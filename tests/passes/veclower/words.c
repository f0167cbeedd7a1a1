/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* Operations on bits are done word by word. */
typedef short v8 __attribute__ ((vector_size (16)));
v8 f (v8 a, v8 b)
{
  return a & b;
}

/* { dg-final { scan-tree-dump {_7 = _5 & _6;} "veclower21" } } */
/* { dg-final { scan-tree-dump {_11 = \{_7, _10\};\n  _12 = VIEW_CONVERT_EXPR<v8>\(_11\);} "veclower21" } } */
