/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* Who calls by the other name may pass anything. */
static __attribute__ ((noinline)) int plus (int a, int b)
{
  __asm__ volatile ("");
  return a + b;
}

extern int other (int, int) __attribute__ ((alias ("plus")));

int main (int argc, char **argv)
{
  int (*volatile call) (int, int) = other;
  if (plus (1, argc) != 2 || plus (1, argc) != 2 || call (7, argc) != 8)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "specialized node of plus" "cp" } } */
