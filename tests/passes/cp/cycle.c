/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Two functions that call one another pass on what one was passed. */
static int odd (int n, int unit, int *steps);

static __attribute__ ((noinline)) int even (int n, int unit, int *steps)
{
  *steps += unit;
  __asm__ volatile ("" : "+r" (n));
  return n == 0 ? 1 : odd (n - unit, unit, steps);
}

static __attribute__ ((noinline)) int odd (int n, int unit, int *steps)
{
  *steps += unit;
  __asm__ volatile ("" : "+r" (n));
  return n == 0 ? 0 : even (n - unit, unit, steps);
}

int main (int argc, char **argv)
{
  int steps = 0;
  if (even (argc + 5, 1, &steps) != 1 || steps != 7 || odd (argc + 6, 1, &steps) != 1 || steps != 15)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-times "replacing param #1 unit with const 1" 2 "cp" } } */
