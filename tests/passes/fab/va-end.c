/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* Lists that are pointers have no end of their own. */
#include <stdarg.h>
int h (va_list);
int f (int n, ...) { va_list a; va_start (a, n); int r = h (a); va_end (a); return r; }

/* { dg-final { scan-tree-dump "__builtin_va_end \\(&a\\);\nto\n  GIMPLE_NOP" "fab1" } } */
