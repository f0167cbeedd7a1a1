/* A jump reaches far.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (volatile long *p)
{
  for (;;)
    {
      TEN (TEN (TEN (STORE))) TEN (STORE STORE STORE)
    }
}

/* { dg-final { scan-assembler-not "1f" } } */
/* { dg-final { scan-assembler-times {\tj\t\.L} 1 } } */
