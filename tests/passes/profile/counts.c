/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-tree-optimized -fdump-ipa-profile" } */

/* What runs is counted in an array of the function, at the beginning and on one of the ways. */
int g (int);
int f (int n)
{
  if (n)
    return n + 1;
  return n * 3;
}

/* { dg-final { scan-ipa-dump-times {Edge \d+ to \d+ instrumented} 2 "profile" } } */
/* { dg-final { scan-tree-dump {__gcov0.f\[0\] = PROF_} "optimized" } } */
/* { dg-final { scan-tree-dump {__gcov0.f\[1\] = PROF_} "optimized" } } */
/* { dg-final { scan-tree-dump-not {__gcov0.f\[2\]} "optimized" } } */
