/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* A list of which the address is known: the caller's moves on. */
#include <stdarg.h>
int f (va_list *a)
{
  return va_arg (*a, int);
}

/* { dg-final { scan-tree-dump {_5 = \*a_2\(D\);\n  _6 = _5 \+ 8;\n  \*a_2\(D\) = _6;\n  _4 = MEM\[\(int \*\)_5\];} "stdarg" } } */
