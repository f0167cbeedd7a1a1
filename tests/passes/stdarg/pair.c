/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* Two words come one after the other. */
#include <stdarg.h>
struct s { long a, b; };
long f (int n, ...)
{
  va_list a;
  va_start (a, n);
  struct s x = va_arg (a, struct s);
  va_end (a);
  return x.b;
}

/* { dg-final { scan-tree-dump {_9 = _8 \+ 16;\n  a = _9;\n  x = MEM\[\(struct s \*\)_8\];} "stdarg" } } */
