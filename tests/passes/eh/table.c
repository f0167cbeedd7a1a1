/* The table of calls: each with its landing pad, relative to the function.  */
/* { dg-do compile } */
/* { dg-options "-O1 -fexceptions" } */

void note (int *);
int loud (int *);

int
twice (int n)
{
  int kept __attribute__ ((cleanup (note))) = n;
  return loud (&kept) + loud (0);
}

/* { dg-final { scan-assembler-times "\.cfi_personality 0x9b,DW\.ref\.__gcc_personality_v0" 1 } } */
/* { dg-final { scan-assembler-times "\.cfi_lsda 0x1b,\.LLSDA" 1 } } */
/* { dg-final { scan-assembler-times "\.LEHE\[0-9\]+-\.LEHB" 2 } } */
/* { dg-final { scan-assembler-times "call\t_Unwind_Resume" 1 } } */
/* { dg-final { scan-assembler-times "call\tnote" 2 } } */
/* { dg-final { scan-assembler "\.data\.rel\.local\.DW\.ref\.__gcc_personality_v0,\"awG\",@progbits,DW\.ref\.__gcc_personality_v0,comdat" } } */
