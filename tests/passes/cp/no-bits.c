/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-bit-cp -fdump-ipa-cp -fdump-tree-optimized" } */
extern void never (void);

/* The option off, nothing is said of bits. */
static __attribute__ ((noinline)) int low (unsigned x)
{
  __asm__ volatile ("");
  if (x & 0x30)
    never ();
  return x + 1;
}

int main (int argc, char **argv)
{
  unsigned a = argc & 5, b = argc * 3 & 6;
  if (low (a) != 2 || low (b) != 3)
    __builtin_abort ();
  return 0;
}

__attribute__ ((noinline)) void never (void) { __builtin_abort (); }

/* { dg-final { scan-ipa-dump-not "Adjusting mask for param 0 to 0x7" "cp" } } */
