/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

/* An argument that is not used is passed over. */
#include <stdarg.h>
void f (int n, ...)
{
  va_list a;
  va_start (a, n);
  va_arg (a, int);
  va_end (a);
}

/* { dg-final { scan-tree-dump {a = _7;} "stdarg" } } */
/* { dg-final { scan-tree-dump-not {MEM} "stdarg" } } */
