/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* A constant goes on through what is computed of it. */
static __attribute__ ((noinline)) int last (int a, int b, int c, int d)
{
  __asm__ volatile ("");
  return a * 1000 + b * 100 + c * 10 + d;
}

static __attribute__ ((noinline)) int first (int a, int x)
{
  __asm__ volatile ("");
  return last (a + 1, a & 3, a > 6, x) + last (8, 3, 1, x + 1);
}

int main (int argc, char **argv)
{
  if (first (7, argc) + first (7, argc - 1) != 33244)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #0 a with const 8" "cp" } } */
/* { dg-final { scan-ipa-dump "replacing param #1 b with const 3" "cp" } } */
