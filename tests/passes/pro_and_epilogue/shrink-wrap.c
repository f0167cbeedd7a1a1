/* Ways that do not need the frame go without it, and have a copy of the function's end.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fshrink-wrap -fasynchronous-unwind-tables" } */

void stop (void) __attribute__ ((noreturn));
int g (int);

void
check (int a, int b)
{
  if (a != b)
    stop ();
}

int
rarely (int a)
{
  if (a)
    return g (a) + 1;
  return a + 5;
}

/* { dg-final { scan-assembler {check:\n\.LFB0:\n\t\.cfi_startproc\n\tbne\ta0,a1,\.L\d+\n\tret\n\.L\d+:\n\taddi\tsp,sp,-16} } } */
/* { dg-final { scan-assembler {bne\ta0,zero,\.L\d+\n\tli\ta0,5\n\tret\n\.L\d+:\n\taddi\tsp,sp,-16} } } */
/* { dg-final { scan-assembler-times {cfi_def_cfa_offset 16} 2 } } */
/* { dg-final { scan-assembler-not {cfi_remember_state} } } */
