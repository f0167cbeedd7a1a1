/* { dg-do compile } */
/* { dg-options "-O2" } */

/* A short that is loaded is extended already, and so is the half of one. */
int f (short *p)
{
  short x = *p;
  short y = x >> 3;
  return (short) (x ^ y);
}

/* { dg-final { scan-assembler {sraiw\ta5,a0,3} } } */
/* { dg-final { scan-assembler-not "\\tslli\\t" } } */
