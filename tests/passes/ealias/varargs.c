/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias" } */

/* Variable arguments point to what the function could not see; the list itself escapes in .VA_ARG. */

int
f (int n, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, n);
  int *p = __builtin_va_arg (ap, int *);
  __builtin_va_end (ap);
  return *p;
}

/* { dg-final { scan-tree-dump {ap = &NONLOCAL} "ealias" } } */
/* { dg-final { scan-tree-dump {CALLCLOBBERED\(\d+\) = &ap} "ealias" } } */
/* { dg-final { scan-tree-dump {p_\d+ = NONLOCAL} "ealias" } } */
