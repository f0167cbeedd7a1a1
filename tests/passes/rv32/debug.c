/* Addresses in debugging information have four bytes.  */
/* { dg-do compile } */
/* { dg-options "-O2 -g -dA -march=rv32gc -mabi=ilp32d" } */

int count;
int g (int);
int f (int a, long long b)
{
  int x = g (a);
  count += x;
  return g (x) + b;
}

/* { dg-final { scan-assembler {\.byte\t4\t# Pointer Size \(in bytes\)} } } */
/* { dg-final { scan-assembler {\.4byte\t\.LFB0\t# DW_AT_low_pc} } } */
/* { dg-final { scan-assembler {\.byte\t0x3\t# DW_OP_addr\n\t\.4byte\tcount} } } */
/* { dg-final { scan-assembler {\.4byte\t\.LVL[0-9]+\t# Location list begin address} } } */
/* { dg-final { scan-assembler-not {\.8byte\t\.L} } } */
