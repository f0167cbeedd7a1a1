/* A call takes the register of an argument that nobody needs any more.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -dA" } */

void g (void);
int f (int a)
{
  int b = a * 3;
  if (b > 10)
    g ();
  return 1;
}

/* { dg-final { scan-assembler {\.8byte\t\.LVL[0-9]+-1\t# Location list end address} } } */
/* { dg-final { scan-assembler {\.byte\t0x5a\t# DW_OP_reg} } } */
