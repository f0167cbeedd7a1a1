/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* What is smaller takes a word. */
#include <stdarg.h>
struct s { int a; };
int f (int n, ...)
{
  va_list a;
  va_start (a, n);
  struct s x = va_arg (a, struct s);
  va_end (a);
  return x.a;
}

/* { dg-final { scan-tree-dump {_9 = _8 \+ 8;\n  a = _9;\n  x = MEM\[\(struct s \*\)_8\];} "stdarg" } } */
