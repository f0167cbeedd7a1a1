/* A comparison that does not mind NaNs has no inverse that does not. */
/* { dg-do run } */
/* { dg-options "-O1 -fdump-tree-phiopt1" } */
#include <fenv.h>

__attribute__ ((noinline, noclone)) int quiet (float a, float b)
{
  return __builtin_isless (a, b) || __builtin_isgreater (a, b);
}

int main (void)
{
  volatile float nan = __builtin_nanf ("");
  feclearexcept (FE_INVALID);
  if (quiet (nan, 1) || fetestexcept (FE_INVALID))
    __builtin_abort ();
  return 0;
}
/* { dg-final { scan-tree-dump-not " > b_" "phiopt1" } } */
