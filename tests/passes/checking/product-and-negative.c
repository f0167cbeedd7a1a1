/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fno-tree-forwprop -fno-tree-reassoc -fchecking" } */

/* Neither of a product and its negative fuses into their difference. */
float foo (float x, float cim)
{
  float c = x * cim;
  float d = -c;
  return c - d;
}

/* { dg-final { scan-assembler "fmul.s" } } */
