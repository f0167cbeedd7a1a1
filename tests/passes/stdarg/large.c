/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* What is large comes as its address. */
#include <stdarg.h>
struct s { char c[24]; };
int f (int n, ...)
{
  va_list a;
  va_start (a, n);
  struct s x = va_arg (a, struct s);
  va_end (a);
  return x.c[2];
}

/* { dg-final { scan-tree-dump {_12 = MEM\[\(struct s \* \*\)_9\];\n  x = \*_12;} "stdarg" } } */
