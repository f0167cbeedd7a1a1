/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1" } */

/* And are copied by assignments. */
#include <stdarg.h>
int use (va_list *);
int f (int n, ...) { va_list a, b; va_start (a, n); va_copy (b, a); int r = use (&b); va_end (a); return r; }

/* { dg-final { scan-tree-dump "b = a" "fab1" } } */
/* { dg-final { scan-tree-dump-not "va_copy" "fab1" } } */
