/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand-slim -fdump-rtl-final-slim" } */

/* What each insn does, as a formula. */
long
shifts (long a, unsigned long b, long *p)
{
  *p = a * b - (a >> 3);
  return (b >> 5) ^ ~a ^ p[4];
}

double
reals (double x, int i)
{
  return x / i + 2.5;
}

long call (void);

long
jumps (unsigned long n, unsigned long m)
{
  return n > m ? call () : 9;
}

/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: r\[0-9\]+:DI=a0:DI$" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: r\[0-9\]+:DI=r\[0-9\]+:DI\\*r\[0-9\]+:DI$" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: r\[0-9\]+:DI=r\[0-9\]+:DI>>0x3$" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: r\[0-9\]+:DI=r\[0-9\]+:DI 0>>0x5$" "expand" } } */
/* { dg-final { scan-rtl-dump "=~r\[0-9\]+:DI" "expand" } } */
/* { dg-final { scan-rtl-dump "=.r\[0-9\]+:DI\\+0x20\\]" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^      REG_EQUAL 2.5e\\+0$" "expand" } } */
/* { dg-final { scan-rtl-dump "r\[0-9\]+:DF=r\[0-9\]+:DF/r\[0-9\]+:DF" "expand" } } */
/* { dg-final { scan-rtl-dump "pc=.\\(\[gl\]\[et\]u\\(r\[0-9\]+:DI,r\[0-9\]+:DI\\)\\)\\?L\[0-9\]+:pc" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: NOTE_INSN_BASIC_BLOCK 2$" "expand" } } */
/* { dg-final { scan-rtl-dump "(?n)^ +\[0-9\]+: use a0:DI$" "final" } } */
/* { dg-final { scan-rtl-dump-not "\\(insn " "final" } } */
