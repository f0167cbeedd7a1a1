/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp -fdump-tree-optimized" } */

/* What is not looked at is not passed. */
static __attribute__ ((noinline)) int second (int a, int b, int c)
{
  __asm__ volatile ("");
  return b * b;
}

int main (int argc, char **argv)
{
  if (second (argc, argc + 1, argc + 2) != 4 || second (5, argc + 2, argc) != 9)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-tree-dump "second.constprop \\(int b\\)" "optimized" } } */
