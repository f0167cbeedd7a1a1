/* { dg-do run } */
/* { dg-options "-O3 -fdump-ipa-cp" } */

/* Nine constants are too many to think of each. */
static __attribute__ ((noinline)) int f (int a, int b)
{
  for (int i = 0; i < a; i++)
    __asm__ volatile ("" : "+r" (b));
  return a + b;
}

int main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += f (1, i) + f (2, i) + f (3, i) + f (4, i) + f (5, i) + f (6, i) + f (7, i) + f (8, i) + f (9, i);
  if (sum != 162)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "replacing param #0 a" "cp" } } */
