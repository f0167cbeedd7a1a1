/* A mask that several operations share, or that has moved out of a loop, stays a number in a register.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void
shared (unsigned long a, unsigned long b, unsigned long *p)
{
  p[0] = a & 0xfffffffffffff;
  p[1] = b & 0xfffffffffffff;
  p[2] = (a + b) & 0xfffffffffffff;
}

unsigned long
loop (unsigned long *p, long n)
{
  unsigned long sum = 0;
  for (long i = 0; i < n; i++)
    sum ^= p[i] & 0xfffffffffffff;
  return sum;
}

/* { dg-final { scan-assembler-times "\tand\t" 4 } } */
/* { dg-final { scan-assembler-times {\tli\ta[0-7],-1\n} 2 } } */
/* { dg-final { scan-assembler-not "slli\t\[^\n\]*,12\n" } } */
