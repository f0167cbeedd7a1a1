/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-sra -fdump-tree-optimized" } */
int g;
__attribute__ ((noinline)) static int both (int a, int b) { g += a; return a * 3; }
void f (int a) { both (a, 2); both (a + 1, a); }

/* Not where one says so. */
/* { dg-final { scan-tree-dump {both.constprop \(a_} "optimized" } } */
/* { dg-final { scan-tree-dump-not "isra" "optimized" } } */
