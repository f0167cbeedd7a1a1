/* { dg-do compile } */
/* { dg-options "-O2 -fno-ipa-icf -fipa-icf-variables -fno-ipa-icf-functions -fdump-ipa-icf" } */
int ext (int);
__attribute__ ((noinline)) static int f (int x) { return ext (x) + 1; }
__attribute__ ((noinline)) static int g (int x) { return ext (x) + 1; }
static const int s[2] = { 1, 2 }, t[2] = { 1, 2 };

/* Functions are left alone, variables are not. */
int use (int k) { return f (k) + g (k) + s[k] + t[k]; }

/* { dg-final { scan-ipa-dump "Equal symbols: 1" "icf" } } */
/* { dg-final { scan-assembler "\ng:" } } */
/* { dg-final { scan-assembler "\.set\tt,s" } } */
