/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-bswap-details" } */

/* Wherever the pointer points: the machine's loads of bytes are made of it again where they must be.  */

unsigned short
f (unsigned char *p)
{
  return p[0] | p[1] << 8;
}

/* { dg-final { scan-tree-dump {16 bit load in target endianness found at: _\d+ = \(signed short\) load_dst_\d+;} "bswap" } } */
/* { dg-final { scan-tree-dump {load_dst_\d+ = MEM <short unsigned int> \[\(unsigned char \*\)p_\d+\(D\)\];} "bswap" } } */
/* { dg-final { scan-assembler-times {\tlbu\t} 2 } } */
