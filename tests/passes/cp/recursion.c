/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp" } */

/* What a function passes on to itself stays what it was passed. */
static __attribute__ ((noinline)) int walk (int depth, int step, int *seen)
{
  *seen += step;
  __asm__ volatile ("" : "+r" (depth));
  if (depth <= 0)
    return step;
  return walk (depth - step, step, seen) + walk (depth - 2 * step, step, seen);
}

int main (int argc, char **argv)
{
  int seen = 0;
  if (walk (argc + 5, 2, &seen) != 10 || seen != 18)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "replacing param #1 step with const 2" "cp" } } */
/* { dg-final { scan-ipa-dump-not "replacing param #0" "cp" } } */
