/* { dg-do compile } */
/* { dg-options "-O2 -fPIC -fdump-ipa-icf-optimized" } */
int ext (int);

/* Another unit's `f` may take the place of this one: `g` must go on calling this one. */
int f (int x) { return ext (x * 5) + ext (x + 1) + ext (x * 3); }
int g (int x) { return ext (x * 5) + ext (x + 1) + ext (x * 3); }

/* Which calls mean is not known here. */
int use (int k) { return f (k) + g (k); }

/* { dg-final { scan-ipa-dump "Unified; Wrapper has been created." "icf" } } */
/* { dg-final { scan-assembler "call\tf@plt" } } */
/* { dg-final { scan-assembler "call\tg@plt" } } */
/* { dg-final { scan-assembler-not "g:\n\ttail\tf@plt" } } */
