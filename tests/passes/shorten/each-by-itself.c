/* Each branch is judged by itself.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, int b, volatile long *p)
{
  if (a)
    {
      TEN (TEN (STORE STORE STORE STORE STORE STORE))
      if (b)
        {
          TEN (TEN (STORE STORE STORE STORE STORE STORE))
        }
    }
}

/* { dg-final { scan-assembler-times {1f\n} 1 } } */
/* { dg-final { scan-assembler-times {beq\ta1,zero,\.L} 1 } } */
