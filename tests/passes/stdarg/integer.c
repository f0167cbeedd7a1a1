/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* An argument is read where the list stands, which moves on. */
#include <stdarg.h>
int f (int n, ...)
{
  va_list a;
  va_start (a, n);
  int r = va_arg (a, int);
  va_end (a);
  return r;
}

/* { dg-final { scan-tree-dump {_8 = _7 \+ 8;\n  a = _8;\n  r_4 = MEM\[\(int \*\)_7\];} "stdarg" } } */
