/* What an inlined function hands on is counted when the function that got it is inlined itself. */
/* { dg-do run } */
/* { dg-options "-O1" } */
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

#define INLINE extern inline __attribute__((always_inline, gnu_inline))
INLINE int inner(int first, ...) {
  return sum(__builtin_va_arg_pack_len() + 1, first, __builtin_va_arg_pack());
}
INLINE int middle(int first, ...) { return inner(first, __builtin_va_arg_pack()); }
INLINE int outer(int first, ...) {
  return middle(first, __builtin_va_arg_pack()) * 100 + __builtin_va_arg_pack_len();
}

int main(void) {
  if (middle(1) != 1 || middle(1, 2) != 12 || middle(1, 2, 3) != 123)
    abort();
  if (outer(1) != 100 || outer(1, 2, 3) != 12302 || outer(4, 5, 6, 7) != 456703)
    abort();
  return 0;
}
