/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-lower_vaarg -fdump-tree-optimized" } */

/* A function that takes no variadic argument has no dump of `lower_vaarg`. */
#include <stdarg.h>
int plain (int n)
{
  return n;
}
double real (va_list a)
{
  return va_arg (a, double);
}

/* { dg-final { scan-tree-dump-not {plain} "lower_vaarg" } } */
/* { dg-final { scan-tree-dump {Function real} "lower_vaarg" } } */
/* { dg-final { scan-tree-dump {Function plain} "optimized" } } */
/* { dg-final { scan-tree-dump-not {VA_ARG} "optimized" } } */
