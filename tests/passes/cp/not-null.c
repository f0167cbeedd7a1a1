/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp-details -fdump-tree-optimized" } */
int here, there;

/* Both calls pass the address of something. */
static __attribute__ ((noinline, noclone)) int get (int *p)
{
  __asm__ volatile ("" ::: "memory");
  return p ? *p : -1;
}

int main (int argc, char **argv)
{
  here = argc;
  if (get (&here) + get (&there) != argc)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Setting nonnull for 0" "cp" } } */
/* { dg-final { scan-tree-dump-not "p_\[0-9\]*\\(D\\) (!|=)= 0B" "optimized" } } */
