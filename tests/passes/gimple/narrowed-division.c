/* A quotient is not computed in a narrower type if one operand is signed and the other is not.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-original" } */

unsigned char unsigned_of (unsigned char a, unsigned char b)
{
  return (unsigned char) (a / b);
}
unsigned char mixed (signed char a, unsigned char b)
{
  return (unsigned char) ((unsigned) a / b);
}

/* { dg-final { scan-tree-dump "return a / b;" "original" } } */
/* { dg-final { scan-tree-dump {\(unsigned int\) a / \(unsigned int\) b} "original" } } */
