/* With optimization the largest variable is first in the frame, and of those that are alike the last one declared.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void use (short *, short *, long *);

void
f (void)
{
  short x, y;
  long z;
  use (&x, &y, &z);
}

/* { dg-final { scan-assembler {addi\ta2,sp,8\n\taddi\ta1,sp,6\n\taddi\ta0,sp,4\n} } } */
