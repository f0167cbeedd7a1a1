/* { dg-do compile } */
/* { dg-options "-O2" } */

/* Only the low half of what is stored is read: nothing on the way there is extended. */
extern unsigned short b;
void f (unsigned char *p, int v, int n)
{
  unsigned short t = b;
  t |= (unsigned short) v << n;
  t += (unsigned short) p[1] << 3;
  b = t;
}

/* { dg-final { scan-assembler {sllw\ta1,a1,a2} } } */
/* { dg-final { scan-assembler-not "\\tsr\[la\]i\\t" } } */
