/* What an insn costs and how long it is stands beside it, by the machine description.  */
/* { dg-do compile } */
/* { dg-options "-O1 -dp" } */
long sum (long a, int b, long *p, unsigned long c)
{
  long product = a * c;
  __asm__ ("nop");
  return product + *p + a / b;
}
/* { dg-final { scan-assembler {\tld\t[^\n]*\[c=28 l=4\]  \*movdi_64bit} } } */
/* { dg-final { scan-assembler {\tmul\t[^\n]*\[c=16 l=4\]  muldi3} } } */
/* { dg-final { scan-assembler {\tdiv\t[^\n]*\[c=24 l=4\]  divdi3} } } */
/* { dg-final { scan-assembler {\tadd\t[^\n]*\[c=4 l=4\]  adddi3} } } */
/* { dg-final { scan-assembler {\tret\t[^\n]*\[c=0 l=4\]  simple_return} } } */
/* { dg-final { scan-assembler "#NO_APP\n" } } */
