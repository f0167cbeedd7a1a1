/* Two ways to the same end share the insn that stands for it.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

void g (void);

void
f (int a)
{
  if (a)
    g ();
}

/* { dg-final { scan-assembler-times {\n\tnop\n} 1 } } */
/* { dg-final { scan-assembler {call\tg[^\n]*\n\.L[0-9]+:\n\tnop\n} } } */
/* { dg-final { scan-assembler-not {\tj\t} } } */
