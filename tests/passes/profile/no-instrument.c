/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-tree-optimized" } */

/* Functions that are not to be instrumented are not. */
__attribute__ ((no_profile_instrument_function)) int f (int n)
{
  return n ? n + 1 : 7;
}
int counted (int n)
{
  return n + 2;
}

/* { dg-final { scan-tree-dump-not {__gcov0.f\[} "optimized" } } */
/* { dg-final { scan-tree-dump {__gcov0.counted\[0\]} "optimized" } } */
