/* { dg-do compile } */
/* { dg-options "-O2" } */

/* The bits above are read by the shift: the extension stays. */
int f (int a, int b)
{
  unsigned short t = a + b;
  return t >> 3;
}

/* { dg-final { scan-assembler-times "\\tslli\\t" 1 } } */
/* { dg-final { scan-assembler-times "\\tsr\[la\]i\\t" 1 } } */
