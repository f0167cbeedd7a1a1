/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-icf-optimized" } */

/* Functions whose addresses are used are equal, but not one. */
static int plus (int x) { __asm__ ("" : "+r" (x)); return x + 7; }
static int add (int x) { __asm__ ("" : "+r" (x)); return x + 7; }
__attribute__ ((noinline)) static int more (int x) { __asm__ ("" : "+r" (x)); return x + 9; }
__attribute__ ((noinline)) static int less (int x) { __asm__ ("" : "+r" (x)); return x + 9; }

int (*volatile table[]) (int) = { plus, add, more, less };

int main (void)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++)
      if (table[i] == table[j])
        __builtin_abort ();
  if (table[0] (1) + table[1] (1) + plus (1) + add (1) != 32 || table[2] (1) + table[3] (1) + more (0) + less (0) != 38)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Semantic equality hit:plus/\[0-9\]+->add/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump "Semantic equality hit:more/\[0-9\]+->less/\[0-9\]+" "icf" } } */
/* { dg-final { scan-ipa-dump-not "Function alias" "icf" } } */
