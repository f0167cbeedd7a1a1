/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs -fdump-ipa-profile -fdump-tree-optimized" } */

/* Of a loop the way back is counted, or the way out. */
int f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i * i;
  return s;
}

/* { dg-final { scan-ipa-dump-times {Edge \d+ to \d+ instrumented} 2 "profile" } } */
/* { dg-final { scan-tree-dump {__gcov0.f\[1\]} "optimized" } } */
