/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Variables that are hard registers are the operands an asm gets, though their values are known. */
long call (void)
{
  register long number __asm__ ("a7") = 64;
  register long first __asm__ ("a0") = 5;
  register int word __asm__ ("s3") = 7;
  register double real __asm__ ("fs2") = 0.5;
  __asm__ volatile ("use %0,%1,%2,%3" : "+r" (first) : "r" (number), "r" (word), "f" (real) : "memory");
  return first;
}

/* { dg-final { scan-assembler "use a0,a7,s3,fs2" } } */
/* { dg-final { scan-assembler "li\ta7,64" } } */
/* { dg-final { scan-assembler "li\ta0,5" } } */
/* { dg-final { scan-assembler "li\ts3,7" } } */
/* { dg-final { scan-assembler "sd\ts3," } } */
