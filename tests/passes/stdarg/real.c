/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* Numbers with a fraction come in integer registers, too. */
#include <stdarg.h>
double f (int n, ...)
{
  va_list a;
  va_start (a, n);
  double r = va_arg (a, double);
  va_end (a);
  return r;
}

/* { dg-final { scan-tree-dump {r_4 = MEM\[\(double \*\)_7\];} "stdarg" } } */
