/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Zeros of both signs are two constants. */
static __attribute__ ((noinline)) int sign (double x, float y)
{
  __asm__ volatile ("");
  return __builtin_signbit (x) != 0 ? -1 : y > 1;
}

int main (int argc, char **argv)
{
  if (sign (0.0, 2.5f) != 1 || sign (-0.0, 2.5f) != -1)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #1 y with const 2.5e\\+0" "cp" } } */
/* { dg-final { scan-ipa-dump-not "replacing param #0" "cp" } } */
