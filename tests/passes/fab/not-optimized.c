/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-optimized" } */

/* Where one does not optimise the list of arguments is copied when its function is expanded. */
#include <stdarg.h>
int use (va_list *);
int f (int n, ...) { va_list a, b; va_start (a, n); va_copy (b, a); int r = use (&b); va_end (a); return r; }

/* { dg-final { scan-tree-dump "__builtin_va_copy \\(&b, a.0_1\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "__builtin_va_end \\(&a\\)" "optimized" } } */
