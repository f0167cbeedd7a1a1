/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-pure-const -fdump-tree-optimized" } */

/* Nothing is found out of functions then: each call is made. */
static __attribute__ ((noinline, noclone)) int square (int x) { return x * x; }

int twice (int x)
{
  return square (x) + square (x);
}

/* { dg-final { scan-tree-dump-times " square \\(x" 2 "optimized" } } */
