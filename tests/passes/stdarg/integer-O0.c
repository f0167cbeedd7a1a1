/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-lower_vaarg" } */

/* Without optimisation arguments are taken by `lower_vaarg`. */
#include <stdarg.h>
int f (int n, ...)
{
  va_list a;
  va_start (a, n);
  int r = va_arg (a, int);
  va_end (a);
  return r;
}

/* { dg-final { scan-tree-dump {_(\d+) = a;\n  _(\d+) = _\1 \+ 8;\n  a = _\2;\n  r_\d+ = MEM\[\(int \*\)_\1\];} "lower_vaarg" } } */
