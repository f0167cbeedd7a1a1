/* Calls on entry and exit. */
/* { dg-options "-finstrument-functions" } */
#include <stdio.h>
#define QUIET __attribute__((no_instrument_function))

static int depth;
QUIET void __cyg_profile_func_enter(void *function, void *caller);
QUIET void __cyg_profile_func_exit(void *function, void *caller);
int twice(int x);
static int (*const known)(int) = twice;

void __cyg_profile_func_enter(void *function, void *caller) {
  printf("%*s> %d\n", depth++, "", function == (void *)known);
}
void __cyg_profile_func_exit(void *function, void *caller) {
  printf("%*s< %d\n", --depth, "", function == (void *)known);
}

int twice(int x) {
  if (x > 10)
    return 2 * x;
  return x + x;
}

static void outer(int x) { printf("%d\n", twice(x)); }

QUIET int main(void) {
  outer(3);
  outer(30);
  return twice(0);
}
