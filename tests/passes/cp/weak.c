/* { dg-do run } */
/* { dg-options "-O3 -fdump-ipa-cp" } */

/* A weak function may be replaced: what it does with what it is passed is not known. */
__attribute__ ((weak, noinline)) int plus (int a, int b)
{
  for (int i = 0; i < a; i++)
    __asm__ volatile ("" : "+r" (b));
  return a + b;
}

int main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += plus (1, i);
  if (sum != 36)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "specialized node of plus" "cp" } } */
