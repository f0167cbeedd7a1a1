/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra-details -fdump-tree-optimized" } */
extern void abort (void);
struct s { int a, b; };
int g;

/* What is only passed on is used as the function called uses it. */
__attribute__ ((noinline)) static int inner (struct s *p, int unused) { return p->a * 2 + p->b; }
__attribute__ ((noinline)) static int outer (struct s *p, int unused) { return inner (p, unused + 1) + p->a; }
/* Where it is not made in any case it is loaded before the call. */
__attribute__ ((noinline)) static int seldom (struct s *p, int n) { if (n) return inner (p, n); return 0; }

int main (int argc, char **argv)
{
  struct s x = { argc + 1, argc };
  if (outer (&x, argc) != 7 || seldom (&x, argc) != 5 || seldom (0, argc - 1) != 0)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "0->0: by_ref access pull succeeded" "sra" } } */
/* { dg-final { scan-ipa-dump "0->0: cannot import accesses" "sra" } } */
/* { dg-final { scan-tree-dump "int outer.isra \\(int ISRA.\[0-9\]+, int ISRA.\[0-9\]+\\)" "optimized" } } */
