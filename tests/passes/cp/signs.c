/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Negative numbers have their upper bits set, in wider types as well. */
static __attribute__ ((noinline, noclone)) long wide (signed char c, int i)
{
  __asm__ volatile ("");
  return (long) c * 1000 + (i & -8) + (c < 0) + (i < 0);
}

int main (int argc, char **argv)
{
  if (wide (-128, -16) != -128014 || wide (64, argc * -8) != 63993 || wide (argc ? -64 : 0, 8) != -63991)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Setting value range of param 0 \\(now 0\\) \\\[-128, 64\\\]" "cp" } } */
