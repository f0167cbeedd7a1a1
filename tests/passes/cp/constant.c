/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp -fdump-tree-optimized" } */

/* All calls pass 3 for the first parameter: it is 3, and not passed. */
static __attribute__ ((noinline)) int times (int a, int n)
{
  __asm__ volatile ("" : "+r" (n));
  return a > 0 ? n * a : n;
}

int main (int argc, char **argv)
{
  if (times (3, argc) != 3 * argc || times (3, argc + 4) != 3 * argc + 12)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Creating a specialized node of times/\[0-9\]+ for all known contexts" "cp" } } */
/* { dg-final { scan-ipa-dump "replacing param #0 a with const 3" "cp" } } */
/* { dg-final { scan-tree-dump "times.constprop \\(int n\\)" "optimized" } } */
/* { dg-final { scan-tree-dump-not "Function times \\(" "optimized" } } */
