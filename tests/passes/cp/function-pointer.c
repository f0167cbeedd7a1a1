/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp -fdump-tree-optimized" } */

static __attribute__ ((noinline)) int twice (int x) { __asm__ volatile ("" : "+r" (x)); return x + x; }

/* The function that is always passed is called by name. */
static __attribute__ ((noinline)) int apply (int (*f) (int), int x)
{
  __asm__ volatile ("");
  return f (x) + 1;
}

int main (int argc, char **argv)
{
  if (apply (twice, argc) != 3 || apply (twice, argc + 1) != 5)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #0 f with const twice|replacing param #0 f with const &twice" "cp" } } */
/* { dg-final { scan-tree-dump "= twice \\(" "optimized" } } */
