/* A call takes two insns.  */
/* { dg-do compile } */
/* { dg-options "-O1 -fno-reorder-blocks" } */

#define TEN(x) x x x x x x x x x x
#define STORE g ();

void g (void);

void f (int a)
{
  if (a)
    {
      TEN (TEN (STORE STORE STORE STORE STORE STORE))
    }
}

/* { dg-final { scan-assembler-times {beq\ta0,zero,1f\n\tj\t\.L|bne\ta0,zero,1f\n\tj\t\.L} 1 } } */
