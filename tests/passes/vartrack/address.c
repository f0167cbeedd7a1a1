/* The address of a variable in the frame.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -dA" } */

void g (int *);
int f (void)
{
  int a[4] = { 1, 2, 3, 4 };
  int *p = &a[2];
  g (a);
  return a[0];
}

/* { dg-final { scan-assembler {\.byte\t0x91\t# DW_OP_fbreg\n[^\n]*\n\t\.byte\t0x9f\t# DW_OP_stack_value} } } */
