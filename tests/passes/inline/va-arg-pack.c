/* The arguments after the named ones are handed on by what is inlined. */
/* { dg-do run } */
/* { dg-options "-O1 -fdump-tree-gimple" } */
#include <stdarg.h>
#include <stdlib.h>

static int __attribute__((noinline)) sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    total = total * 10 + va_arg(list, int);
  va_end(list);
  return total;
}

extern inline __attribute__((always_inline, gnu_inline)) int all(int first, ...) {
  return sum(__builtin_va_arg_pack_len() + 1, first, __builtin_va_arg_pack());
}

int main(void) {
  int n = 2;
  if (all(1) != 1 || all(1, n++, n++) != 123 || all(n, 5, 6, 7) != 4567)
    abort();
  return 0;
}
/* { dg-final { scan-tree-dump "sum \\(_\[0-9\]+, first, __builtin_va_arg_pack \\(\\)\\);" "gimple" } } */
