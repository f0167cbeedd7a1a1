/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-reload" } */

/* An operand of an asm that must be where the result is, and one that must be a certain register. */
long f (long a, long b, long c)
{
  long r;
  register long fixed __asm__ ("s5") = c;
  __asm__ ("# %0 %1 %2 %3" : "=r" (r) : "0" (b), "r" (a), "r" (fixed));
  return r + a;
}

/* { dg-final { scan-assembler {# (\w+) \1 a0 s5} } } */
/* { dg-final { scan-assembler {mv\ts5,a2} } } */
/* { dg-final { scan-rtl-dump-not {\(reg(/v)?:DI [789]\d[ )]} "reload" } } */
