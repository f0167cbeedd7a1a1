/* { dg-do run } */
/* { dg-options "-O3 -fdump-ipa-cp" } */

/* A function that others may call is copied for a constant from a loop, and stays. */
__attribute__ ((noinline)) int power (int base, int to)
{
  int all = 1;
  for (int i = 0; i < to; i++)
    {
      __asm__ volatile ("" : "+r" (all));
      all *= base;
    }
  return all;
}

__attribute__ ((noinline)) int f (int x)
{
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += power (i, 4);
  return sum;
}

int main (int argc, char **argv)
{
  if (f (argc + 3) != 98 || power (argc + 1, 3) != 8)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Creating a specialized node of power" "cp" } } */
/* { dg-final { scan-ipa-dump "replacing param #1 to with const 4" "cp" } } */
