/* { dg-do compile } */
/* { dg-options "-O0" } */

/* No frame, no parameter in it, no return. */
__attribute__ ((naked)) void bare (int a) { __asm__ ("mret"); }

/* { dg-final { scan-assembler "mret" } } */
/* { dg-final { scan-assembler-not "sp" } } */
/* { dg-final { scan-assembler-not "jr" } } */
