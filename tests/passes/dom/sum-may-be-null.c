/* { dg-do compile } */
/* { dg-options "-O2 -fwrapv-pointer -fdump-tree-pre" } */

/* Where addresses wrap a sum may be null: sum-is-not-null.c has the same where they do not. */
int
f (int i, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, i);
  i = __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  return i;
}

/* { dg-final { scan-tree-dump-times {_[0-9]+, points-to non-local, points-to NULL, points-to vars: \{ \}} 2 "pre" } } */
