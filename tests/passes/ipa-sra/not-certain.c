/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra-details" } */
extern void abort (void);
struct s { int a, b; };
int g;

/* What is not loaded in any case, or may have changed, is not loaded by the callers. */
__attribute__ ((noinline)) static int perhaps (struct s *p, int n) { if (n) return p->a; return 3; }
__attribute__ ((noinline)) static int changed (int *p) { g = 7; return *p; }
__attribute__ ((noinline)) static int written (struct s *p) { p->b = 4; return p->a; }
__attribute__ ((noinline)) static int compared (struct s *p) { return p->a + (p == 0); }
__attribute__ ((noinline)) static int looped (struct s *p, int n) { int r = 0; while (n-- > 0) r += p->b; return r; }

int main (int argc, char **argv)
{
  struct s x = { 1, 2 };
  if (perhaps (0, argc - 1) != 3 || perhaps (&x, argc) != 1)
    abort ();
  g = argc;
  if (changed (&g) != 7 || written (&x) != 1 || x.b != 4 || compared (&x) != 1)
    abort ();
  if (looped (0, argc - 1) != 0 || looped (&x, argc + 1) != 8)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-not "Will split parameter" "sra" } } */
/* { dg-final { scan-ipa-dump "Would create a possibly illegal dereference in a caller" "sra" } } */
/* { dg-final { scan-ipa-dump "Data passed by reference possibly modified through an alias" "sra" } } */
