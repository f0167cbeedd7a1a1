/* { dg-do run } */
/* { dg-options "-O2 -fno-ipa-cp -fdump-ipa-sra -fdump-tree-optimized" } */
extern void abort (void);
int g;

/* What is only returned is not used if what the caller returns is not; but if one caller uses it, it is. */
__attribute__ ((noinline)) static int first (int a) { g += a; return a + 1; }
__attribute__ ((noinline)) static int second (int a) { int r = first (a * 2); return r + 4; }
__attribute__ ((noinline)) static int third (int a) { g += a * 3; return a + 1; }
__attribute__ ((noinline)) static int fourth (int a) { return third (a * 2); }

int main (int argc, char **argv)
{
  second (argc);
  first (argc);
  fourth (argc + 1);
  if (third (argc) != 2 || g != 18)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump-times "Will remove return value" 3 "sra" } } */
/* { dg-final { scan-tree-dump "void second.isra \\(int a\\)" "optimized" } } */
/* { dg-final { scan-tree-dump "int third \\(int a\\)" "optimized" } } */
