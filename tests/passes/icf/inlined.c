/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-icf-optimized" } */
__attribute__ ((noipa)) int ext (int x) { return x + 1; }

/* Calls by either name are inlined. */
static inline int f (int x) { return ext (x) * ext (x + 1) * ext (x + 2) + ext (x + 3); }
static inline int g (int y) { return ext (y) * ext (y + 1) * ext (y + 2) + ext (y + 3); }

int a (void) { return f (1); }
int b (void) { return g (2); }

int main (void)
{
  if (a () != 29 || b () != 66)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Unified; Function alias has been created." "icf" } } */
