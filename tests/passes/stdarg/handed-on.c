/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* A list that was handed on. */
#include <stdarg.h>
char *f (va_list a)
{
  return va_arg (a, char *);
}

/* { dg-final { scan-tree-dump {_5 = _4 \+ 8;\n  a = _5;\n  _3 = MEM\[\(char \* \*\)_4\];} "stdarg" } } */
