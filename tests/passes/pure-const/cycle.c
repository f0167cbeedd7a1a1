/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-sra -fdump-ipa-pure-const-details" } */
static void *ping (int n, int m);
__attribute__ ((noinline, noclone, used)) static void *pong (int n, int m) { return m > 9 ? ping (n, m - 1) : __builtin_malloc (n); }
__attribute__ ((noinline, noclone, used)) static void *ping (int n, int m) { return m > 5 ? pong (n, m - 2) : __builtin_calloc (n, m); }

/* { dg-final { scan-ipa-dump "Function ping/\[0-9\]+ found to be malloc" "pure-const" } } */
/* { dg-final { scan-ipa-dump "Function pong/\[0-9\]+ found to be malloc" "pure-const" } } */
