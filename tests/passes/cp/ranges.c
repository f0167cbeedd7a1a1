/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp-details -fdump-tree-optimized" } */
extern void never (void);

/* Calls pass 11 and from 20 to 63. */
static __attribute__ ((noinline, noclone)) int within (int x)
{
  __asm__ volatile ("");
  if (x < 11 || x > 64)
    never ();
  return x + 1;
}

int main (int argc, char **argv)
{
  int sum = within (11);
  for (int i = 20; i < 64; i++)
    sum += within (i);
  if (sum != 1882)
    __builtin_abort ();
  return 0;
}

__attribute__ ((noinline)) void never (void) { __builtin_abort (); }

/* { dg-final { scan-ipa-dump "Setting value range of param 0 \\(now 0\\) \\\[11, 64\\\]" "cp" } } */
/* { dg-final { scan-tree-dump-not "never \\(\\);" "optimized" } } */
