/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-icf-optimized" } */

/* Nobody compares addresses: one function has two names. */
__attribute__ ((noinline)) static int twice (int x) { return x * 2 + 1; }
__attribute__ ((noinline)) static int again (int y) { return y * 2 + 1; }

/* What calls equals is equal. */
__attribute__ ((noinline)) static int one (int x) { return twice (x) - 3; }
__attribute__ ((noinline)) static int other (int x) { return again (x) - 3; }

int main (int argc, char **argv)
{
  if (twice (argc) != 3 || again (argc + 1) != 5 || one (argc) != 0 || other (argc + 1) != 2)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Semantic equality hit:twice/\[0-9\]+->again/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Semantic equality hit:one/\[0-9\]+->other/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump-times "Unified; Function alias has been created." 2 "icf" } } */
