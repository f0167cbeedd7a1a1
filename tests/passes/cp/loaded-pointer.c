/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-cp-details -fdump-tree-optimized" } */

struct operations { int add; int (*call) (int); };

static __attribute__ ((noinline)) int square (int x) { __asm__ volatile ("" : "+r" (x)); return x * x; }

static const struct operations all = { 16, square };

/* What is called is found in a constant that is passed by its address. */
static __attribute__ ((noinline)) int twice (const struct operations *o, int x)
{
  x = o->call (x);
  __asm__ volatile ("" ::: "memory");
  return o->call (x) + o->add;
}

int main (int argc, char **argv)
{
  if (twice (&all, argc + 1) != 32 || twice (&all, argc + 2) != 97)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-times "Discovered an indirect call to a known target" 2 "cp" } } */
/* { dg-final { scan-tree-dump-times "= square" 2 "optimized" } } */
