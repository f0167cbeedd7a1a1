/* { dg-do compile } */
/* { dg-options "-O2 -fmerge-all-constants -fdump-ipa-icf-optimized" } */
static const long a[2] = { 5, 6 };
static const long b[2] = { 5, 6 };

/* The option lets them be one all the same. */
const long *get (int k) { return k ? a : b; }

/* { dg-final { scan-ipa-dump "Unified; Variable alias has been created." "icf" } } */
/* { dg-final { scan-assembler "\.set\tb,a" } } */
