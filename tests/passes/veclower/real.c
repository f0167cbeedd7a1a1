/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-veclower21" } */

/* Numbers with a fraction, too. */
typedef double d2 __attribute__ ((vector_size (16)));
d2 f (d2 a, d2 b)
{
  return a * b;
}

/* { dg-final { scan-tree-dump {_7 = _5 \* _6;} "veclower21" } } */
/* { dg-final { scan-tree-dump {_3 = \{_7, _10\};} "veclower21" } } */
