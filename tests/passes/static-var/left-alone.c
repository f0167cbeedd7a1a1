/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-modref -fdump-ipa-static-var -fdump-tree-optimized" } */
extern void abort (void);
static int n, m, both;

/* A call leaves static variables alone that the function, and what it calls, do not name. */
__attribute__ ((noinline)) int inner (int x) { m += x; both = x; return m; }
__attribute__ ((noinline)) int outer (int x) { return inner (x) + 1; }
__attribute__ ((noinline)) int kept (int x) { n = 5; outer (x); return n; }
__attribute__ ((noinline)) int changed (int x) { both = 5; outer (x); return both; }

int main (int argc, char **argv)
{
  if (kept (argc) != 5 || changed (argc + 6) != 7 || n != 5 || m != 8)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Promotable global:n" "static-var" } } */
/* { dg-final { scan-ipa-dump "globals written: (m both|both m) \n" "static-var" } } */
/* { dg-final { scan-tree-dump "return 5;" "optimized" } } */
