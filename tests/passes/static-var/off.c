/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-reference -fno-ipa-modref -fdump-tree-optimized" } */
static int n, m;
__attribute__ ((noinline)) int other (int x) { m += x; return m; }
int f (int x) { n = 5; other (x); return n; }
void change (int x) { n = x; }

/* Not where one says so. */
/* { dg-final { scan-tree-dump "= n;" "optimized" } } */
