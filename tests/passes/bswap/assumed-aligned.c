/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* What is said of the pointer tells that one load does.  */

unsigned
f (unsigned char *p)
{
  p = __builtin_assume_aligned (p, 4);
  return p[0] | p[1] << 8 | p[2] << 16 | (unsigned) p[3] << 24;
}

/* { dg-final { scan-assembler-times {\tlw\t} 1 } } */
/* { dg-final { scan-assembler-not {\tlbu\t} } } */
