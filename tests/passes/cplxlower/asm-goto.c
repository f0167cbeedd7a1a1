/* { dg-do compile } */
/* { dg-options "-O2" } */

/* What an asm with several ways on leaves is not taken apart. */
unsigned _Complex f (unsigned _Complex a)
{
  unsigned _Complex x;
  asm goto ("" : "=r" (x) : : : out); /* { dg-message "sorry, unimplemented: .asm goto. with complex typed outputs" } */
out:
  return x + a + 1;
}
