/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-pre" } */

/* Of a sum of a pointer and a number that is not zero `dom` notes that it is not null; of what is read nothing is known.
   sum-may-be-null.c has the same where addresses wrap. */
int
f (int i, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, i);
  i = __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  return i;
}

/* { dg-final { scan-tree-dump {_[0-9]+, points-to non-local, points-to vars: \{ \}} "pre" } } */
/* { dg-final { scan-tree-dump-times {_[0-9]+, points-to non-local, points-to NULL, points-to vars: \{ \}} 1 "pre" } } */
