/* Without it insns stay where they are.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-schedule-insns2" } */

void leave (int) __attribute__ ((noreturn));

void
at_once (void)
{
  leave (0);
}

/* { dg-final { scan-assembler {sd\tra,8\(sp\)\n\tli\ta0,0\n\tcall\tleave} } } */
