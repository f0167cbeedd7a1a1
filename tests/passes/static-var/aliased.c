/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-modref -fdump-ipa-static-var" } */

/* A variable with another name, one put into a section, and one others see are not looked at. */
static int n;
extern int same __attribute__ ((alias ("n")));
int theirs;
static int plain;
__attribute__ ((noinline, noclone)) static void other (int x) { plain = x; n = x; theirs = x; }
int f (int x) { other (x); return n + plain + theirs; }

/* { dg-final { scan-ipa-dump {Promotable global:plain} "static-var" } } */
/* { dg-final { scan-ipa-dump-not {Promotable global:n \(} "static-var" } } */
/* { dg-final { scan-ipa-dump-not {Promotable global:theirs} "static-var" } } */
