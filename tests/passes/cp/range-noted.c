/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp-details" } */
/* The range that `evrp` has found of what is passed, in a loop whose test says less since. */
extern void abort (void);
volatile int sum;
static void __attribute__ ((noinline, noclone)) f (int i) { if (i < 0 || i > 11) abort (); sum += i; }
int main (void)
{
  for (unsigned i = 0; i < 12; ++i)
    f (i);
  if (sum != 66)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Setting value range of param 0 .now 0. .0, 11." "cp" } } */
