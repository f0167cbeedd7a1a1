/* What an asm reads and writes in one register is live before it, with the dump as without it.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-reload" } */

unsigned
f (void)
{
  unsigned long x;
  asm ("" : "=g" (x) : "0" (&x));
  return x;
}

/* { dg-final { scan-assembler {addi\ta[45],s0,-24} } } */
/* { dg-final { scan-rtl-dump-not {Deleting dead insn} "reload" } } */
