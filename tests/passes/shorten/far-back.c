/* So is one that goes back.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, volatile long *p)
{
  do
    {
      TEN (TEN (TEN (STORE))) TEN (STORE STORE STORE)
    }
  while (--a);
}

/* { dg-final { scan-assembler-times {beq\ta0,zero,1f\n\tj\t\.L} 1 } } */
