/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Who calls by the address may pass anything. */
static __attribute__ ((noinline)) int plus (int a, int b)
{
  __asm__ volatile ("");
  return a + b;
}

int (*volatile by_address) (int, int) = plus;

int main (int argc, char **argv)
{
  if (plus (1, argc) != 2 || plus (1, argc) != 2 || by_address (7, argc) != 8)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "specialized node of plus" "cp" } } */
/* { dg-final { scan-ipa-dump-not "Adjusting mask" "cp" } } */
