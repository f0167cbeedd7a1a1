/* { dg-do compile } */
/* { dg-options "-O3 -fno-ipa-cp-clone -fdump-ipa-cp" } */

/* A function that others may call is not copied. */
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

int f (int x)
{
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += power (i, 4);
  return sum;
}

/* { dg-final { scan-ipa-dump { = power \(i_[0-9]+, 4\);} "cp" } } */
/* { dg-final { scan-ipa-dump-not "Creating a specialized node" "cp" } } */
