/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fno-ipa-pure-const -fdump-ipa-static-var" } */

/* A caller does what it does and what those it calls do. */
static int a, b, c;
__attribute__ ((noinline, noclone)) static void one (int x) { a = x; }
__attribute__ ((noinline, noclone)) static void two (int x) { b = x; }
__attribute__ ((noinline, noclone)) static void both (int x) { one (x); two (x); }
int f (int x) { both (x); return a + b + c; }
void set (int x) { c = x; both (x + c); }

/* { dg-final { scan-ipa-dump {Function name:both/\d+:\n +locals read: \n +locals written: \n} "static-var" } } */
/* { dg-final { scan-ipa-dump {Function name:both/\d+:\n +locals read: \n +locals written: \n +globals read: \n +globals written: (a b|b a) \n} "static-var" } } */
