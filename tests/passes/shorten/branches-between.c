/* Branches on the way are short ones where they can be.  */
/* { dg-do compile } */
/* { dg-options "-O1" } */

#define TEN(x) x x x x x x x x x x
#define STORE *p = 0;

void f (int a, volatile long *p)
{
  if (a)
    {
      TEN (TEN (if (*p) *p = 0; if (*p) *p = 0; if (*p) *p = 0;))
    }
}

/* { dg-final { scan-assembler {beq\ta0,zero,\.L1} } } */
/* { dg-final { scan-assembler-not "1f" } } */
