/* The opposite of less is greater or equal.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, int b, volatile long *p)
{
  if (a >= b)
    {
      TEN (TEN (TEN (STORE))) TEN (STORE STORE STORE)
    }
}

/* { dg-final { scan-assembler-times {(?:bge\ta0,a1|ble\ta1,a0),1f\n\tj\t\.L} 1 } } */
