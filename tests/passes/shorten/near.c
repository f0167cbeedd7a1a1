/* A branch within reach is one insn, though the block it goes around takes nearly 4 KiB.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, volatile long *p)
{
  if (a)
    {
      TEN (TEN (TEN (STORE)))
    }
}

/* { dg-final { scan-assembler-not "1f" } } */
/* { dg-final { scan-assembler-times {beq\ta0,zero,\.L} 1 } } */
