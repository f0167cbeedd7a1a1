/* One beyond reach is the opposite branch over a jump.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, volatile long *p)
{
  if (a)
    {
      TEN (TEN (TEN (STORE))) TEN (STORE STORE STORE)
    }
}

/* { dg-final { scan-assembler-times {bne\ta0,zero,1f\n\tj\t\.L} 1 } } */
