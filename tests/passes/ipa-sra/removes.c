/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra -fdump-tree-optimized" } */
extern void abort (void);
int g;

/* A parameter that is not used goes, and a result that nobody uses. */
__attribute__ ((noinline)) static int both (int a, int b) { g += a; return a * 3; }
__attribute__ ((noinline)) static int one (int a, int b) { g += b; return b; }

int main (int argc, char **argv)
{
  both (argc, argc + 1);
  both (argc + 2, argc);
  if (one (argc, argc + 4) != 5 || g != 9 || one (argc + 3, argc) != 1)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-times "Will remove return value" 1 "sra" } } */
/* { dg-final { scan-ipa-dump "Will remove parameter 0" "sra" } } */
/* { dg-final { scan-ipa-dump "Will remove parameter 1" "sra" } } */
/* { dg-final { scan-tree-dump "void both.isra \\(int a\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "int one.isra \\(int b\\)" "optimized" } } */
