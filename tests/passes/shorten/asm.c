/* An asm takes at most two insns for each of its lines.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE __asm__ volatile ("nop");

void f (int a)
{
  if (a)
    {
      TEN (TEN (STORE STORE STORE STORE STORE STORE))
    }
}

/* { dg-final { scan-assembler-times {bne\ta0,zero,1f\n\tj\t\.L} 1 } } */
