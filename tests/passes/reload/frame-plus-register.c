/* Where a register is added to the frame pointer, the distance of the frame
   is added to the register first, without optimization.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

long
f (long i)
{
  long v[4];
  v[i] = 1;
  return v[i];
}

/* { dg-final { scan-assembler-times {slli\ta5,a5,3\n\taddi\ta5,a5,-16\n\tadd\ta5,a5,s0\n} 2 } } */
