/* { dg-do compile } */
/* { dg-options "-Og -fdump-tree-lower_vaarg" } */

/* What `-Og` runs has no `stdarg`. */
#include <stdarg.h>
int f (int n, ...)
{
  va_list a;
  va_start (a, n);
  int r = va_arg (a, int);
  va_end (a);
  return r;
}

/* { dg-final { scan-tree-dump {MEM\[\(int \*\)_\d+\];} "lower_vaarg" } } */
