/* A function with options of its own goes only where it must, and what it may not be subjected to goes with it. */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
#include <stdlib.h>

int value, *as_int = &value;
float *as_float = (float *)&value;

static inline __attribute__((always_inline, optimize("-fno-strict-aliasing"))) void clear(void) {
  *as_float = 0;
}

static __attribute__((optimize("wrapv"))) int grows(int x) { return x + 1 > x; }

int main(int argc, char **argv) {
  *as_int = 1;
  clear();
  if (*as_int)
    abort();
  if (grows(argc + 0x7ffffffe))
    abort();
  return 0;
}
/* { dg-final { scan-tree-dump "grows \\(" "optimized" } } */
