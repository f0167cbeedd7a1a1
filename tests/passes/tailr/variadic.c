/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-tailr1-details" } */

/* There is but one list of variable arguments. */

int
last (int n, ...)
{
  __builtin_va_list ap;
  __builtin_va_start (ap, n);
  int k = __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  if (n == 0)
    return k;
  return last (n - 1, k);
}

/* { dg-final { scan-tree-dump { = last \(_} "tailr1" } } */
/* { dg-final { scan-tree-dump-not {Eliminated} "tailr1" } } */
