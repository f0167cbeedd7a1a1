/* Without optimisation branches reach no farther.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, volatile long *p)
{
  if (a)
    {
      TEN (TEN (STORE STORE STORE STORE STORE STORE))
    }
}

/* { dg-final { scan-assembler-times {1f\n\tj\t\.L} 1 } } */
