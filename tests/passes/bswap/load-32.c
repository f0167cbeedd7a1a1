/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

union v { unsigned char c[4]; unsigned x; };

unsigned
f (union v *p)
{
  return p->c[0] | p->c[1] << 8 | p->c[2] << 16 | (unsigned) p->c[3] << 24;
}

/* { dg-final { scan-tree-dump {32 bit load in target endianness found at: _\d+ = MEM\[\(union v \*\)p_\d+\(D\)\];} "bswap" } } */
/* { dg-final { scan-assembler-not {\tlbu\t} } } */
/* { dg-final { scan-assembler-times {\tlw\t} 1 } } */
