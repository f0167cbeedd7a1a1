/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* What is aligned to two words begins at an even one. */
#include <stdarg.h>
long double f (int n, ...)
{
  va_list a;
  va_start (a, n);
  long double r = va_arg (a, long double);
  va_end (a);
  return r;
}

/* { dg-final { scan-tree-dump {_8 = _7 \+ 15;\n  _9 = _8 & -16B;\n  _10 = _9 \+ 16;\n  a = _10;} "stdarg" } } */
