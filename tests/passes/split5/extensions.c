/* Without optimization extensions of registers are two shifts, of 32 bits
   where the sign is extended.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-split5" } */

long y;
int a;

void
f (void)
{
  y = (short) a;
}

void
g (void)
{
  y = (unsigned short) (a + 1);
}

/* { dg-final { scan-rtl-dump "ashift:SI" "split5" } } */
/* { dg-final { scan-rtl-dump-not "sign_extend:DI \\(reg:HI" "split5" } } */
/* { dg-final { scan-assembler {slliw\ta[0-7],a[0-7],16\n\tsraiw\ta[0-7],a[0-7],16} } } */
/* { dg-final { scan-assembler {slli\ta[0-7],a[0-7],48\n\tsrli\ta[0-7],a[0-7],48} } } */
