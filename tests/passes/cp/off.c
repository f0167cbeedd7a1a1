/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-cp -fno-ipa-sra -fdump-tree-optimized" } */

/* The option off, the constant is passed. */
static __attribute__ ((noinline)) int times (int a, int n)
{
  __asm__ volatile ("" : "+r" (n));
  return a > 0 ? n * a : n;
}

int f (int x)
{
  return times (3, x) + times (3, x + 1);
}

/* { dg-final { scan-tree-dump-times "times \\(3, " 2 "optimized" } } */
/* { dg-final { scan-tree-dump-not "constprop" "optimized" } } */
