/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-stdarg" } */

#include <stdarg.h>

struct large { long a, b, c; };
struct empty { };

/* An argument that is aligned, one passed by reference, one that is not used, one without a size.  */
long double
each (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  long double first = va_arg (ap, long double);
  struct large second = va_arg (ap, struct large);
  va_arg (ap, double);
  struct empty none = va_arg (ap, struct empty);
  va_end (ap);
  return first + second.b;
}

/* The list is somewhere else.  */
int
through (va_list *p)
{
  return va_arg (*p, int);
}

/* { dg-final { scan-tree-dump-not "VA_ARG" "stdarg" } } */
/* { dg-final { scan-tree-dump-times " \\+ 15;" 1 "stdarg" } } */
/* { dg-final { scan-tree-dump-times " & -16B;" 1 "stdarg" } } */
/* { dg-final { scan-tree-dump-times " \\+ 16;" 1 "stdarg" } } */
/* { dg-final { scan-tree-dump-times " \\+ 8;" 3 "stdarg" } } */
/* { dg-final { scan-tree-dump "= MEM\\\[\\(struct large \\* \\*\\)" "stdarg" } } */
/* { dg-final { scan-tree-dump "first_\[0-9\]+ = MEM\\\[\\(long double \\*\\)" "stdarg" } } */
/* { dg-final { scan-tree-dump "\\*p_\[0-9\]+\\(D\\) = " "stdarg" } } */
/* { dg-final { scan-tree-dump-times "1 edges in bb \[0-9\]+ predicted to even probabilities" 5 "stdarg" } } */
