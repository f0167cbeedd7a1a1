/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-switchlower_O0 -fdump-tree-optimized" } */

/* What lower_vaarg splits is joined again where switches would be lowered, in a function without one, too. */
int
sum (int n, ...)
{
  __builtin_va_list ap;
  int t = 0;
  __builtin_va_start (ap, n);
  while (n-- > 0)
    t += __builtin_va_arg (ap, int);
  __builtin_va_end (ap);
  return t;
}

/* { dg-final { scan-tree-dump "Merging blocks" "switchlower_O0" } } */
/* { dg-final { scan-tree-dump-not "Merging blocks" "optimized" } } */
