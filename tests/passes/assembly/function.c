/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A leaf function needs no frame. */
long f (long a, long b)
{
  return a - b;
}

/* { dg-final { scan-assembler "\t.globl\tf" } } */
/* { dg-final { scan-assembler "sub\ta0,a0,a1" } } */
/* { dg-final { scan-assembler-times "\tret" 1 } } */
/* { dg-final { scan-assembler-not "addi\tsp" } } */
/* { dg-final { scan-assembler "\t.size\tf, .-f" } } */
